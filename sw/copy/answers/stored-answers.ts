import * as v from 'valibot';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { type AnswerRow, startingWith } from '#sw/database/schema.ts';
import type { AnswerContext, CopyAnswer } from '../answer-context.ts';
import type { CopyRead } from '../copy-read.ts';
import { type CopyWrite, isSame } from '../copy-write.ts';

/** Number of answers kept: they stand in only for what can't be put together. */
const keptAnswers = 200;

const isOnlyHere = (row: AnswerRow) => row.isOnlyHere === true;

/** Noted when the copy was brought up to date: an answer that was asked for before may be older than that. */
const broughtUpToDate = 'answers';

/** The last answer to an address; null where nothing was stored. */
export async function readStoredAnswer({ transaction, brandId }: CopyRead, address: string): Promise<AnswerRow | null> {
  return (await transaction.objectStore('answers').get([brandId, address])) ?? null;
}

/** Answers with what was stored for just this address. */
export async function answerAsStored(
  context: AnswerContext,
  address: string,
  schema: v.GenericSchema,
): Promise<CopyAnswer | null> {
  const row = await readStoredAnswer(context, address);
  const parsed = v.safeParse(schema, row?.value);
  return row && parsed.success ? { body: parsed.output, storedAt: row.storedAt } : null;
}

interface Kept {
  kind: ChangedKind;
  address: string;
  value: unknown;
  /** The copy's answer to this address until now, read in this transaction; null where it had none. */
  shown: unknown;
}

/**
 * Stores the answer to an address that the copy can never compute. Pages that already show a different one are notified: on a
 * slow network they have shown the stored one by then.
 */
export async function putOnlyAnswer(
  write: CopyWrite,
  { kind, address, value }: Pick<Kept, 'kind' | 'address' | 'value'>,
): Promise<void> {
  const { brandId, storedAt, transaction } = write;
  const before = await readStoredAnswer(write, address);
  // An answer from before a sync is as good as one from after it: the sync doesn't bring what it is made of.
  if (!write.accepts(`answer ${address}`)) return;
  const isNews = before !== null && !isSame(before.value, value);
  write.changed(`answer ${address}`, ...(isNews ? [kind] : []));
  await transaction.objectStore('answers').put({ brandId, address, storedAt, value, isOnlyHere: true });
}

/**
 * Stores an answer for its address. It counts as a change only if the copy had a different answer before.
 */
export async function putStoredAnswer(write: CopyWrite, { kind, address, value, shown }: Kept): Promise<void> {
  const { brandId, storedAt, transaction } = write;
  if (!write.accepts(broughtUpToDate) || !write.accepts(`answer ${address}`)) return;
  const isNews = shown !== null && !isSame(shown, value);
  write.changed(`answer ${address}`, ...(isNews ? [kind] : []));
  await transaction.objectStore('answers').put({ brandId, address, storedAt, value });
}

/**
 * Deletes all but the newest answers and, after the copy has completed a sync, those that it can compute from now on.
 */
export async function forgetAnswers(
  { transaction, brandId, changed }: CopyWrite,
  { all }: { all: boolean },
): Promise<void> {
  if (all) changed(broughtUpToDate);
  const store = transaction.objectStore('answers');
  const rows = await store.getAll(startingWith(brandId));
  const newestFirst = rows.sort((a, b) => b.storedAt - a.storedAt);
  const [only, computed] = [newestFirst.filter(isOnlyHere), newestFirst.filter((row) => !isOnlyHere(row))];
  const gone = [...only.slice(keptAnswers), ...computed.slice(all ? 0 : keptAnswers)];
  await Promise.all(gone.map(({ address }) => store.delete([brandId, address])));
}
