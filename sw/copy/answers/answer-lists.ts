import * as v from 'valibot';
import { type Page, paginationSchema } from '#contract/wire/page.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { DamagedCopyError } from '../copy-read.ts';
import type { CopyWrite } from '../copy-write.ts';
import {
  type EntityKind,
  type FacetFilter,
  isWanted,
  readEntities,
  readEntity,
  readListIds,
} from '../records/entities.ts';
import { type CopyResponse, currentAsOf, type ResponseContext } from '../response-context.ts';
import { syncOf } from '../sync-row.ts';
import { readStoredResponse, storeResponse } from './stored-answers.ts';

/** A list page stored while the copy was incomplete. Its records are stored separately, as entities. */
export const storedPageSchema = v.object({ ids: v.array(v.string()), pagination: paginationSchema });

interface ListCall {
  address: string;
  query: { page: number; pageSize: number };
  wanted: FacetFilter;
  /** Selects the records to sort before the others. */
  first?: FacetFilter;
}

/** Applies the brand's optimistic updates to a list's records. */
interface ListOverlay<T> {
  show(record: T): T;
  /** Records that are newer than the stored ones, and may no longer match the filter. */
  settled: readonly T[];
  /** Ids of records whose optimistic update moves them to another filter. */
  refiled: readonly string[];
}

const asStored: ListOverlay<never> = { show: (record) => record, settled: [], refiled: [] };

/** A page of a list, in the contract's format. @throws {DamagedCopyError} */
export async function respondWithList<T extends { id: string }>(
  context: ResponseContext,
  kind: EntityKind<T>,
  { address, query, wanted, first }: ListCall,
  overlay: ListOverlay<T> = asStored,
): Promise<CopyResponse | null> {
  if (!context.sync.complete) return respondWithStoredPage(context, kind, { address, wanted }, overlay);
  const refiled = await Promise.all(overlay.refiled.map((id) => readEntity(context, kind, id)));
  const newer = [...refiled.flatMap((found) => found?.value ?? []), ...overlay.settled].map(overlay.show);
  const ids = await readListIds(context, kind.store, wanted, { newer: newer.map(kind.entryOf), first });
  const page = paginate(ids, query.page, query.pageSize);
  const records = await readEntities(context, kind, page.data);
  if (records === null) throw new DamagedCopyError(`A list names ${kind.store} that aren't there`);
  return { body: { ...page, data: records.map(overlay.show) }, storedAt: context.sync.syncedAt ?? 0 };
}

async function respondWithStoredPage<T extends { id: string }>(
  context: ResponseContext,
  kind: EntityKind<T>,
  { address, wanted }: Pick<ListCall, 'address' | 'wanted'>,
  { show, refiled }: ListOverlay<T>,
): Promise<CopyResponse | null> {
  const row = await readStoredResponse(context, address);
  const stored = v.safeParse(storedPageSchema, row?.value);
  if (row === null || !stored.success) return null;
  const { ids, pagination } = stored.output;
  const records = await readEntities(context, kind, ids);
  if (records === null) return null;
  const data = records
    .map(show)
    .filter((record) => !refiled.includes(record.id) || isWanted(kind.entryOf(record), wanted));
  const total = pagination.total - (records.length - data.length);
  return { body: { data, pagination: { ...pagination, total } }, storedAt: currentAsOf(context, row.storedAt) };
}

/** Stores the ids of a page's records until the copy is complete and can compute the page. */
export async function putPage(
  write: CopyWrite,
  kind: ChangedKind,
  address: string,
  page: Page<{ id: string }>,
): Promise<void> {
  if ((await syncOf(write)).complete) return;
  const value = { ids: page.data.map(({ id }) => id), pagination: page.pagination };
  const shown = (await readStoredResponse(write, address))?.value ?? null;
  await storeResponse(write, { kind, address, value, shown });
}
