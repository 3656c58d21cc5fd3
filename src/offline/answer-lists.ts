import * as v from 'valibot';
import { paginationSchema } from '../contract/page.ts';
import { paginate } from '../domain/pagination.ts';
import { type AnswerContext, type CopyAnswer, knownAt } from './answer-context.ts';
import { DamagedCopyError } from './copy-read.ts';
import { type EntityKind, readEntities } from './entities.ts';
import { readListIds, type Wanted } from './lists.ts';
import { readStoredAnswer } from './stored-answers.ts';

/** A list that came while the copy wasn't complete; its records are kept once, as entities. */
export const storedPageSchema = v.object({ ids: v.array(v.string()), pagination: paginationSchema });

interface ListCall {
  address: string;
  query: { page: number; pageSize: number };
  wanted: Wanted;
}

/** A page of a list, in the shape of the contract. @throws {DamagedCopyError} */
export async function answerList<T extends { id: string }>(
  context: AnswerContext,
  kind: EntityKind<T>,
  {
    address,
    query,
    wanted,
    settled = [],
  }: ListCall & { /** Newer than the stored ones: they may not match any more. */ settled?: readonly T[] },
  show: (record: T) => T = (record) => record,
): Promise<CopyAnswer | null> {
  if (!context.sync.complete) return answerStoredPage(context, kind, address, show);
  const ids = await readListIds(context, kind.store, wanted, settled.map(kind.entryOf));
  const page = paginate(ids, query.page, query.pageSize);
  const records = await readEntities(context, kind, page.data);
  if (records === null) throw new DamagedCopyError(`A list names ${kind.store} that aren't there`);
  return { body: { ...page, data: records.map(show) }, storedAt: context.sync.syncedAt ?? 0 };
}

async function answerStoredPage<T extends { id: string }>(
  context: AnswerContext,
  kind: EntityKind<T>,
  address: string,
  show: (record: T) => T,
): Promise<CopyAnswer | null> {
  const row = await readStoredAnswer(context, address);
  const stored = v.safeParse(storedPageSchema, row?.value);
  if (row === null || !stored.success) return null;
  const { ids, pagination } = stored.output;
  const records = await readEntities(context, kind, ids);
  return records && { body: { data: records.map(show), pagination }, storedAt: knownAt(context, row.storedAt) };
}
