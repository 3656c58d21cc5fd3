import { getTableColumns, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { fileNamesIn } from '#server/services/files/names.ts';
import { allTables } from './all-tables.ts';
import { isErased, rowsOfSubject, type Subject, type TableTreatment } from './fates.ts';

export interface FilesOf {
  /** Names in the store. */
  stored: string[];
  /** Ids of uploads, complete or in progress. */
  uploads: string[];
}

/** Returns all files of a brand, or the files named by a creator's rows. */
export async function filesOf(db: Database, subject: Subject): Promise<FilesOf> {
  const own = subject.kind === 'brand' ? await storedOf(db, subject.id) : await namedOf(db, subject);
  const uploads = await db
    .select({ id: draftUploads.id })
    .from(draftUploads)
    .where(
      subject.kind === 'brand'
        ? brandScope(db, subject.id).own(draftUploads)
        : inArray(draftUploads.offerId, subject.offerIds),
    );
  return { stored: own.sort(), uploads: uploads.map(({ id }) => id).sort() };
}

async function storedOf(db: Database, brandId: string): Promise<string[]> {
  const rows = await db
    .select({ name: storedFiles.name })
    .from(storedFiles)
    .where(brandScope(db, brandId).own(storedFiles));
  return rows.map(({ name }) => name);
}

async function namedOf(db: Database, subject: Subject): Promise<string[]> {
  const names = new Set<string>();
  for (const fates of allTables) {
    for (const text of await personalTexts(db, fates, subject)) for (const name of fileNamesIn(text)) names.add(name);
  }
  const found = await db
    .select({ name: storedFiles.name })
    .from(storedFiles)
    .where(inArray(storedFiles.name, [...names]));
  return found.map(({ name }) => name);
}

async function personalTexts(db: Database, fates: TableTreatment, subject: Subject): Promise<string[]> {
  const rows = rowsOfSubject(fates, subject);
  const columns = getTableColumns(fates.table);
  const erased = Object.entries(columns).filter(([name]) => {
    const fate = fates.columns[name];
    return fate !== undefined && isErased(fate, subject.kind);
  });
  if (rows === null || erased.length === 0) return [];
  const selected: Record<string, PgColumn> = Object.fromEntries(erased);
  const found = await db.select(selected).from(fates.table).where(rows.condition);
  return found.map((row) => JSON.stringify(row));
}
