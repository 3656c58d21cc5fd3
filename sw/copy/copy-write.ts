import type { IDBPTransaction, StoreNames } from 'idb';
import type { ChangedKind } from '#contract/worker-message.ts';
import type { Connection } from '#sw/database/database.ts';
import { brandStores, type CopySchema } from '#sw/database/schema.ts';
import { committed } from '#sw/database/transactions.ts';
import type { Reading, WriteGuard } from '#sw/database/write-guard.ts';

export type CopyTransaction = IDBPTransaction<CopySchema, StoreNames<CopySchema>[], 'readwrite'>;

/** A write of fetched records, inside one transaction. */
export interface CopyWrite {
  readonly transaction: CopyTransaction;
  readonly brandId: string;
  /** When the records were fetched, ms. */
  readonly storedAt: number;
  /** Some records were passed over: what is stored is newer, or may be. */
  readonly passedOver: boolean;
  /**
   * True if a record may be written, or removed where none is given; notes where it may not, for a newer one is there.
   * To be asked after something was read in the transaction: only then are the writes before it through, and known.
   */
  accepts(key: string, record?: Incoming): boolean;
  /** Notes a change of a record's content, and whose queries have to be read again: none, where all who look have seen it. */
  changed(key: string, ...kinds: ChangedKind[]): void;
}

interface Incoming {
  value: unknown;
  /** The row in its place. */
  stored: { value: unknown; storedAt: number } | undefined;
  /** The stored one can only have come before this one: says so where nobody knows when this one was told. */
  isBehind?: boolean;
}

export interface CopyWriteResult {
  /** False where the brand's data was cleared since the request, or another brand is there: nothing was written. */
  written: boolean;
  /** Changed kinds, for those who look. */
  kinds: Set<ChangedKind>;
  passedOver: boolean;
}

interface WriteOptions {
  copy: Connection<CopySchema>;
  guard: WriteGuard;
  brandId: string;
  storedAt: number;
  /** When the records were asked for; null where they were told once before, and nobody knows when. */
  reading: Reading | null;
  /** Timeout; longer for a sync, which no page waits for. */
  timeoutMs?: number;
  /** The server tells everything anew, since its history is another now: `updatedAt` of before says nothing. */
  isAnew?: boolean;
}

/** A first sync stores thousands of records, on whatever phone. */
export const syncWriteMs = 20_000;

/** Writes fetched records in one transaction. `work` may run again, on a reopened database. */
export function writeCopy(
  { copy, guard, brandId, storedAt, reading, isAnew = false, timeoutMs }: WriteOptions,
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
              updatedAt: isAnew ? null : updatedAtOf(record?.value),
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
        // By another worker, during an update: this one's guard knows nothing of it.
        const brands = await transaction.objectStore('sync').getAllKeys();
        const isAnothers = brands.length > 0 && !brands.includes(brandId);
        if (!isAnothers) await work(write);
        return !isAnothers;
      };
      if (!(await committed(transaction, storeAll()))) return result;
      // Once it is so: work that is done again on a reopened database was not overtaken by itself.
      for (const key of written) guard.wrote(key);
      return { ...result, written: true };
    },
    timeoutMs === undefined ? {} : { timeoutMs },
  );
}

/** Order of a received record and the stored one. */
interface Standing {
  /** The request may have been answered before the stored record was, or nobody knows when it was answered. */
  isAgeUnknown: boolean;
  /** `updatedAt` by the server's clock, ms, where the record has one. */
  updatedAt: number | null;
  /** Null where none is stored. */
  stored: { updatedAt: number | null; ageMs: number } | null;
}

/** Time that a replica of the server's database may be behind it. */
const replicaLagMs = 60_000;

/**
 * True if a record that has come is newer than the stored one.
 *
 * A request that was sent after the stored record had come brings what the server says now. Only a server that reads from a
 * replica may then tell something older, for some seconds; one that still does so after a minute was restored, or its clock
 * was set back, and is right. Where the order of the requests says nothing, the server's clock decides: what it doesn't
 * show to be newer may be older, and the next sync tells.
 */
function isNewer({ isAgeUnknown, updatedAt, stored }: Standing): boolean {
  const bothKnown = updatedAt !== null && stored !== null && stored.updatedAt !== null;
  const aheadMs = bothKnown ? updatedAt - (stored.updatedAt ?? 0) : 0;
  if (isAgeUnknown) return aheadMs > 0;
  if (aheadMs >= 0 || stored === null) return true;
  // A phone's clock that was set back makes ages negative.
  return stored.ageMs < 0 || stored.ageMs >= replicaLagMs;
}

/** `updatedAt` of a record, ms; null where it has none. */
function updatedAtOf(record: unknown): number | null {
  const { updatedAt } = (record ?? {}) as { updatedAt?: unknown };
  const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** True if two parsed records say the same; their keys come in the schema's order. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** ISO instant to ms; 0 where it is none, so that it can be sorted by. */
export function instantOf(text: string): number {
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : at;
}
