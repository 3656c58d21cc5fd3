import type { IDBPTransaction, StoreNames } from 'idb';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import type { Connection } from '#sw/database/database.ts';
import { brandStores, type CopySchema } from '#sw/database/schema.ts';
import { runToCommit } from '#sw/database/transactions.ts';
import type { Reading, WriteGuard } from '#sw/database/write-guard.ts';
import { noteAnswer } from './sync-row.ts';

export type CopyTransaction = IDBPTransaction<CopySchema, StoreNames<CopySchema>[], 'readwrite'>;

/** A write of fetched records, inside one transaction. */
export interface CopyWrite {
  readonly transaction: CopyTransaction;
  readonly brandId: string;
  /** Time at which the records were fetched, ms. */
  readonly storedAt: number;
  /** True if some records were skipped because the stored ones are newer, or may be. */
  readonly passedOver: boolean;
  /**
   * Returns true if the record may be written or, if none is given, deleted. Returning false sets `passedOver`. Call this after a
   * read in the transaction, so earlier writes have completed and are recorded.
   */
  accepts(key: string, record?: Incoming): boolean;
  /**
   * Records a change of a record's content, and the kinds of queries to refetch. Pass no kinds if every page already shows it.
   */
  changed(key: string, ...kinds: ChangedKind[]): void;
}

interface Incoming {
  value: unknown;
  /** The stored row that it replaces. */
  stored: { value: unknown; storedAt: number } | undefined;
  /** True if the stored record is certainly older; used only if the age of the incoming one is unknown. */
  isBehind?: boolean;
}

export interface CopyWriteResult {
  /** False if nothing was written, because the brand's data was cleared after the request, or another brand's data is stored. */
  written: boolean;
  /** Kinds that pages have to refetch. */
  kinds: Set<ChangedKind>;
  passedOver: boolean;
}

interface WriteOptions {
  copy: Connection<CopySchema>;
  guard: WriteGuard;
  brandId: string;
  storedAt: number;
  /** Logical time of the request; null if it is unknown. */
  reading: Reading | null;
  /** Timeout, ms. A sync has a longer one, since no page waits for it. */
  timeoutMs?: number;
  /** True if the server's history was replaced and everything is refetched: stored values of `updatedAt` are then ignored. */
  startsOver?: boolean;
  /** True for a page of the changes feed, whose cursor tracks how far the copy is synced. */
  isOfFeed?: boolean;
}

/** Keys of records that the feed covers. */
const inFeed = /^(brand$|(campaigns|offers|payments) )/;

/** Timeout for a write of a sync, ms. A first sync may store thousands of records on a slow phone. */
export const syncWriteMs = 20_000;

/** Writes fetched records in one transaction. `work` may run again on a reopened database. */
export function writeCopy(
  { copy, guard, brandId, storedAt, reading, startsOver = false, isOfFeed = false, timeoutMs }: WriteOptions,
  work: (write: CopyWrite) => Promise<void>,
): Promise<CopyWriteResult> {
  return copy.run(
    async (database) => {
      const result: CopyWriteResult = { written: false, kinds: new Set(), passedOver: false };
      if (!guard.isAdmitted(brandId) || (reading !== null && !guard.isCurrent(reading))) return result;
      const transaction = database.transaction([...brandStores], 'readwrite');
      const written: string[] = [];
      const write: CopyWrite = {
        transaction,
        brandId,
        storedAt,
        get passedOver() {
          return result.passedOver;
        },
        accepts(key, record) {
          const isLater = reading === null && record?.isBehind === true;
          const isAccepted =
            isLater ||
            isNewer({
              isAgeUnknown: reading === null || guard.isOvertaken(reading, key),
              updatedAt: startsOver ? null : updatedAtOf(record?.value),
              stored: record?.stored
                ? { updatedAt: updatedAtOf(record.stored.value), ageMs: storedAt - record.stored.storedAt }
                : null,
            });
          result.passedOver ||= !isAccepted;
          return isAccepted;
        },
        changed(key, ...kinds) {
          written.push(key);
          for (const kind of kinds) result.kinds.add(kind);
        },
      };
      const storeAll = async () => {
        // During an update, another worker may have stored another brand's data; this worker's guard doesn't know about it.
        const brands = await transaction.objectStore('sync').getAllKeys();
        const isAnothers = brands.length > 0 && !brands.includes(brandId);
        if (isAnothers) return false;
        await work(write);
        if (!isOfFeed && written.some((key) => inFeed.test(key))) await noteAnswer(write);
        return true;
      };
      if (!(await runToCommit(transaction, storeAll()))) return result;
      // Record these only after the commit. Otherwise, work repeated on a reopened database would count as overtaken by itself.
      for (const key of written) guard.wrote(key);
      return { ...result, written: true };
    },
    timeoutMs === undefined ? {} : { timeoutMs },
  );
}

/** Evidence for the order of a received record and the stored one. */
interface Recency {
  /** True if the response may predate the stored record, or its time is unknown. */
  isAgeUnknown: boolean;
  /** `updatedAt` by the server's clock, ms; null if the record has none. */
  updatedAt: number | null;
  /** Null if there is no stored record. */
  stored: { updatedAt: number | null; ageMs: number } | null;
}

/** Maximum replication lag of the server's database. */
const replicaLagMs = 60_000;

/**
 * True if a received record is newer than the stored one.
 *
 * A request sent after the stored record arrived returns the server's current state. Only a server that reads from a replica may
 * return an older record, for some seconds. If the server still does so after a minute, the server was restored from a backup or
 * its clock was set back, so its response is right. If the order of the requests is inconclusive, the server's clock decides. A
 * record that isn't newer by that clock is skipped, and the next sync corrects it.
 */
function isNewer({ isAgeUnknown, updatedAt, stored }: Recency): boolean {
  const bothKnown = updatedAt !== null && stored !== null && stored.updatedAt !== null;
  const aheadMs = bothKnown ? updatedAt - (stored.updatedAt ?? 0) : 0;
  if (isAgeUnknown) return aheadMs > 0;
  if (aheadMs >= 0 || stored === null) return true;
  // Ages are negative if the phone's clock was set back.
  return stored.ageMs < 0 || stored.ageMs >= replicaLagMs;
}

/** `updatedAt` of a record, ms; null if it has none. */
function updatedAtOf(record: unknown): number | null {
  const { updatedAt }: { updatedAt?: unknown } = Object(record);
  const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** True if two parsed records are equal; parsing puts their keys in the schema's order. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Converts an ISO timestamp to ms, for sorting; 0 if it can't be parsed. */
export function instantOf(text: string): number {
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : at;
}
