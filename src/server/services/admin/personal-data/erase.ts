import { and, count, eq, getTableColumns, getTableName, inArray, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type BrandWriter, brandScope, brandWriter, notifyBrandWritten } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { mediaUploads } from '#server/database/tables/file-tables.ts';
import { brands, offers } from '#server/database/tables/tables.ts';
import { endLinks } from '#server/services/creators/link-generations.ts';
import { letFilesGo } from '#server/services/files/kept-files.ts';
import { readOffersById } from '#server/services/moves/state/offers.ts';
import type { AdminContext } from '../shared/brands.ts';
import { allTables } from './all-tables.ts';
import { isErased, rowsOfSubject, type Subject, type SubjectKind, type TableTreatment } from './fates.ts';
import { filesOf } from './files-of.ts';
import { requireNoOpenWork } from './open-ends.ts';
import { findSubject } from './subjects.ts';

/** Report of an erasure or its preview. */
export interface EraseReport {
  kind: SubjectKind;
  email: string;
  /** False for a preview. */
  erased: boolean;
  /** Number of deleted rows, by table. */
  deleted: Record<string, number>;
  /** Number of rows reduced to amounts and times, by table. */
  emptied: Record<string, number>;
  /** Number of uploads and of files that the next cleanup deletes. */
  files: number;
}

interface EraseRequest {
  kind: SubjectKind;
  /** A creator's email; a brand's email or id. */
  named: string;
  /** False to preview the erasure without changing anything. */
  isConfirmed: boolean;
}

/**
 * Erases a creator or a brand in one transaction: their personal data is deleted, while books and counts keep their
 * amounts. The next cleanup deletes their files, since no row names them anymore. @throws {CommandError} if there is
 * no such subject, or something is still open
 */
export async function erase(
  { db, now }: AdminContext,
  { kind, named, isConfirmed }: EraseRequest,
): Promise<EraseReport> {
  const erased = await db.transaction(async (tx) => {
    const subject = await findSubject(tx, kind, named);
    const brandIds = subject.kind === 'brand' ? [subject.id] : subject.brandIds;
    const writers: BrandWriter[] = [];
    if (isConfirmed) for (const brandId of brandIds) writers.push(await brandWriter(tx, brandId));
    await requireNoOpenWork(tx, subject);
    const files = await filesOf(tx, subject);
    const counted = { deleted: {}, emptied: {} };
    for (const fates of allTables) await noteRows(tx, { fates, subject, counted });
    if (isConfirmed) {
      await releaseFiles(tx, files.stored, files.uploads, now());
      if (subject.kind === 'creator') await endAllLinks(writers, subject.offerIds);
      // Erasing a table can remove the names by which other tables' rows are found, so all ids were collected before.
      for (const fates of allTables) await eraseRows(tx, fates, subject, writers);
      if (subject.kind === 'creator') await redactStoredResponses(tx, subject.offerIds);
      else {
        await dropMediaUploads(tx, subject.id, now());
        await tx.update(brands).set({ shownRevision: brands.revision }).where(eq(brands.id, subject.id));
      }
    }
    const counts = { ...counted, files: files.stored.length + files.uploads.length };
    return { kind, email: subject.email, erased: isConfirmed, ...counts };
  });
  if (isConfirmed) notifyBrandWritten(db);
  return erased;
}

interface Noting {
  fates: TableTreatment;
  subject: Subject;
  counted: Pick<EraseReport, 'deleted' | 'emptied'>;
}

async function noteRows(tx: Database, { fates, subject, counted }: Noting): Promise<void> {
  const rows = rowsOfSubject(fates, subject);
  if (rows === null || (rows.end === 'emptied' && blanksOf(fates, subject) === null)) return;
  const [found] = await tx.select({ rows: count() }).from(fates.table).where(rows.condition);
  if (found !== undefined && found.rows > 0) counted[rows.end][getTableName(fates.table)] = found.rows;
}

/** Returns the column values of an erased row; null if none of its columns concerns the subject. */
function blanksOf({ columns }: TableTreatment, { kind }: Subject): Record<string, unknown> | null {
  const blanks = Object.entries(columns).filter(([, fate]) => isErased(fate, kind));
  if (blanks.length === 0) return null;
  return Object.fromEntries(blanks.map(([name, { blank }]) => [name, blank]));
}

async function eraseRows(
  tx: Database,
  fates: TableTreatment,
  subject: Subject,
  writers: readonly BrandWriter[],
): Promise<void> {
  const rows = rowsOfSubject(fates, subject);
  if (rows === null) return;
  if (rows.end === 'deleted') {
    await tx.delete(fates.table).where(rows.condition);
    return;
  }
  const blanks = blanksOf(fates, subject);
  if (blanks === null) return;
  const { brandId, revision } = getTableColumns(fates.table);
  if (brandId === undefined || revision === undefined) {
    await tx.update(fates.table).set(blanks).where(rows.condition);
    return;
  }
  // Clients that have cached the record have to refetch it.
  for (const writer of writers) {
    const set = { ...blanks, revision: writer.revision };
    await tx.update(fates.table).set(set).where(writer.own({ brandId }, rows.condition));
  }
}

/** Marks files for the cleanup, which deletes them only if no other row names them. */
async function releaseFiles(tx: Database, names: readonly string[], uploadIds: readonly string[], now: Date) {
  await letFilesGo(tx, names);
  const isThere = and(inArray(draftUploads.id, [...uploadIds]), isNull(draftUploads.goneAt));
  await tx.update(draftUploads).set({ goneAt: now }).where(isThere);
}

async function dropMediaUploads(tx: Database, brandId: string, now: Date): Promise<void> {
  const isOpen = and(eq(mediaUploads.brandId, brandId), isNull(mediaUploads.goneAt));
  await tx.update(mediaUploads).set({ goneAt: now }).where(isOpen);
}

async function endAllLinks(writers: readonly BrandWriter[], offerIds: readonly string[]): Promise<void> {
  for (const writer of writers) {
    const own = await writer.db
      .select({ id: offers.id })
      .from(offers)
      .where(writer.own(offers, inArray(offers.id, [...offerIds])));
    for (const { id } of own) await endLinks(writer, id);
  }
}

const withId = v.object({ id: v.string() });

/** Rewrites stored responses, which a brand's device may request again, without the creator's name. */
async function redactStoredResponses(tx: Database, offerIds: readonly string[]): Promise<void> {
  const isOffer = inArray(sql`${idempotencyKeys.body}->>'id'`, [...offerIds]);
  const answers = await tx.select().from(idempotencyKeys).where(isOffer);
  for (const { brandId, actor, key, body } of answers) {
    const offerId = v.parse(withId, body).id;
    const [offer] = await readOffersById(brandScope(tx, brandId), [offerId]);
    const isIt = and(
      eq(idempotencyKeys.brandId, brandId),
      eq(idempotencyKeys.actor, actor),
      eq(idempotencyKeys.key, key),
    );
    await tx.update(idempotencyKeys).set({ body: offer }).where(isIt);
  }
}
