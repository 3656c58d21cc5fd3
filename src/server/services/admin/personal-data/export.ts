import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AdminContext } from '../shared/brands.ts';
import { allTables } from './all-tables.ts';
import { isShown, rowsOfSubject, type SubjectKind } from './fates.ts';
import { type FilesOf, filesOf } from './files-of.ts';
import { findSubject } from './subjects.ts';

/** All data about a creator or a brand. */
export interface PersonalDataExport {
  kind: SubjectKind;
  email: string;
  exportedAt: string;
  /** Rows by table. */
  tables: Record<string, Record<string, unknown>[]>;
  files: FilesOf;
}

/** Reads all data about a creator or a brand in one snapshot. @throws {CommandError} if there is no such subject */
export function exportData(
  { db, now }: AdminContext,
  { kind, named }: { kind: SubjectKind; named: string },
): Promise<PersonalDataExport> {
  return db.transaction(
    async (tx) => {
      const subject = await findSubject(tx, kind, named);
      const tables: PersonalDataExport['tables'] = {};
      for (const { table, columns, ...fates } of allTables) {
        const rows = rowsOfSubject({ table, columns, ...fates }, subject);
        const shown = Object.entries(getTableColumns(table)).filter(([name]) => {
          const fate = columns[name];
          return fate !== undefined && isShown(fate, kind);
        });
        if (rows === null || shown.length === 0) continue;
        const selected: Record<string, PgColumn> = Object.fromEntries(shown);
        const found = await tx.select(selected).from(table).where(rows.condition);
        if (found.length > 0) tables[getTableName(table)] = found;
      }
      const files = await filesOf(tx, subject);
      return { kind, email: subject.email, exportedAt: now().toISOString(), tables, files };
    },
    { isolationLevel: 'repeatable read' },
  );
}
