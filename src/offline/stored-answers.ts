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

/** Keeps an answer for its address. */
export async function putStoredAnswer(
  write: CopyWrite,
  kind: ChangedKind,
  address: string,
  value: unknown,
): Promise<void> {
  const { brandId, storedAt, transaction } = write;
  const store = transaction.objectStore('answers');
  const before = await store.get([brandId, address]);
  if (!write.accepts(`answer ${address}`)) return;
  // Where there was none before, nobody can be looking at an older one.
  if (before !== undefined && !isSame(before.value, value)) write.changed(`answer ${address}`, kind);
  await store.put({ brandId, address, storedAt, value });
}

/** Forgets all but the newest answers; all of them where the copy can answer everything by itself. */
export async function forgetAnswers({ transaction, brandId }: CopyWrite, { all }: { all: boolean }): Promise<void> {
  const store = transaction.objectStore('answers');
  const rows = await store.getAll(startingWith(brandId));
  const kept = all ? 0 : keptAnswers;
  const gone = rows.sort((a, b) => b.storedAt - a.storedAt).slice(kept);
  await Promise.all(gone.map(({ address }) => store.delete([brandId, address])));
}
