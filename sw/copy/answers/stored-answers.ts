import * as v from 'valibot';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { type ResponseRow, rangeWithPrefix } from '#sw/database/schema.ts';
import type { CopyRead } from '../copy-read.ts';
import { type CopyWrite, isSame } from '../copy-write.ts';
import type { CopyResponse, ResponseContext } from '../response-context.ts';

/** Maximum number of stored responses, which are only needed if the copy can't compute a response. */
const maxStoredResponses = 200;

const isOnlyHere = (row: ResponseRow) => row.isOnlyHere === true;

/** Guard key written after a sync: a response requested earlier may be older than the sync. */
const broughtUpToDate = 'answers';

/** The last response to an address; null if none was stored. */
export async function readStoredResponse(
  { transaction, brandId }: CopyRead,
  address: string,
): Promise<ResponseRow | null> {
  return (await transaction.objectStore('answers').get([brandId, address])) ?? null;
}

/** Returns the response stored for exactly this address. */
export async function respondAsStored(
  context: ResponseContext,
  address: string,
  schema: v.GenericSchema,
): Promise<CopyResponse | null> {
  const row = await readStoredResponse(context, address);
  const parsed = v.safeParse(schema, row?.value);
  return row && parsed.success ? { body: parsed.output, storedAt: row.storedAt } : null;
}

interface StoredResponse {
  kind: ChangedKind;
  address: string;
  value: unknown;
  /** The copy's current response to this address, read in this transaction; null if it had none. */
  shown: unknown;
}

/**
 * Stores the response to an address that the copy can never compute. Notifies pages if it differs from the stored response, which
 * a page on a slow network has already shown.
 */
export async function storeUncomputableResponse(
  write: CopyWrite,
  { kind, address, value }: Pick<StoredResponse, 'kind' | 'address' | 'value'>,
): Promise<void> {
  const { brandId, storedAt, transaction } = write;
  const before = await readStoredResponse(write, address);
  // A response from before a sync is as current as one from after it, since a sync doesn't fetch its data.
  if (!write.accepts(`answer ${address}`)) return;
  const isNews = before !== null && !isSame(before.value, value);
  write.changed(`answer ${address}`, ...(isNews ? [kind] : []));
  await transaction.objectStore('answers').put({ brandId, address, storedAt, value, isOnlyHere: true });
}

/** Stores a response for its address. It counts as a change only if the copy's response was different. */
export async function storeResponse(write: CopyWrite, { kind, address, value, shown }: StoredResponse): Promise<void> {
  const { brandId, storedAt, transaction } = write;
  if (!write.accepts(broughtUpToDate) || !write.accepts(`answer ${address}`)) return;
  const isNews = shown !== null && !isSame(shown, value);
  write.changed(`answer ${address}`, ...(isNews ? [kind] : []));
  await transaction.objectStore('answers').put({ brandId, address, storedAt, value });
}

/** Deletes all but the newest responses and, after the copy has completed a sync, those that the copy can now compute. */
export async function deleteOldResponses(
  { transaction, brandId, changed }: CopyWrite,
  { all }: { all: boolean },
): Promise<void> {
  if (all) changed(broughtUpToDate);
  const store = transaction.objectStore('answers');
  const rows = await store.getAll(rangeWithPrefix(brandId));
  const newestFirst = rows.sort((a, b) => b.storedAt - a.storedAt);
  const [only, computed] = [newestFirst.filter(isOnlyHere), newestFirst.filter((row) => !isOnlyHere(row))];
  const gone = [...only.slice(maxStoredResponses), ...computed.slice(all ? 0 : maxStoredResponses)];
  await Promise.all(gone.map(({ address }) => store.delete([brandId, address])));
}
