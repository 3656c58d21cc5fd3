import type { ChangedKind } from '../contract/worker-message.ts';
import type { CopyRead } from './copy-read.ts';
import { type CopyWrite, isSame } from './copy-write.ts';
import { startingWith } from './ranges.ts';
import type { AnswerRow } from './schema.ts';

/** How many answers are kept: they stand in only for what can't be put together. */
const keptAnswers = 200;

/** What was once answered to an address; null where nothing was. */
export async function readStoredAnswer({ transaction, brandId }: CopyRead, address: string): Promise<AnswerRow | null> {
  return (await transaction.objectStore('answers').get([brandId, address])) ?? null;
}

interface Kept {
  kind: ChangedKind;
  address: string;
  value: unknown;
  /** The copy has answered this address too: what is stored as the first answer may differ from what was shown. */
  isAnsweredAnyway: boolean;
}

/** Keeps an answer for its address. */
export async function putStoredAnswer(write: CopyWrite, kept: Kept): Promise<void> {
  const { brandId, storedAt, transaction } = write;
  const { kind, address, value, isAnsweredAnyway } = kept;
  const store = transaction.objectStore('answers');
  const before = await store.get([brandId, address]);
  if (!write.accepts(`answer ${address}`)) return;
  const isNews = before === undefined ? isAnsweredAnyway : !isSame(before.value, value);
  if (isNews) write.changed(`answer ${address}`, kind);
  await store.put({ brandId, address, storedAt, value });
}

/** Forgets all but the newest answers; all of them where the copy has just been brought up to date by itself. */
export async function forgetAnswers({ transaction, brandId }: CopyWrite, { all }: { all: boolean }): Promise<void> {
  const store = transaction.objectStore('answers');
  const rows = await store.getAll(startingWith(brandId));
  const kept = all ? 0 : keptAnswers;
  const gone = rows.sort((a, b) => b.storedAt - a.storedAt).slice(kept);
  await Promise.all(gone.map(({ address }) => store.delete([brandId, address])));
}
