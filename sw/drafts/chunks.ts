import type { IDBPDatabase } from 'idb';
import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import type { Connection } from '#sw/database/database.ts';
import { type DraftFileRow, type DraftsSchema, rangesWithOtherPrefix, rangeWithPrefix } from '#sw/database/schema.ts';
import { runToCommit } from '#sw/database/transactions.ts';

/** Bytes per chunk, which is also the most that has to be fetched again if the worker is killed. */
export const chunkBytes = 1_000_000;

export interface Chunks {
  /** The stored file at an address; null if there is none. */
  file(brandId: string, address: string): Promise<DraftFileRow | null>;
  files(brandId: string): Promise<DraftFileRow[]>;
  /**
   * Appends bytes to a file, together with its updated row. A row without stored bytes restarts the file.
   * @param isStill called as the transaction begins; if false, nothing is stored, since the brand has logged out
   */
  append(row: DraftFileRow, bytes: ArrayBuffer, isStill: () => boolean): Promise<void>;
  /** Bytes of a file from `start` to `end`, inclusive; null unless all of them are stored. */
  read(row: DraftFileRow, start: number, end: number): Promise<Blob | null>;
  remove(rows: readonly DraftFileRow[]): Promise<void>;
  /** Deletes a file's bytes and keeps its metadata. */
  empty(row: DraftFileRow): Promise<void>;
  /** Evicts the drafts that have waited least, until only this share of the bytes is left. Returns false if there were none. */
  shrink(share: number): Promise<boolean>;
  /** The user's policy on this device; null if none was chosen. */
  policy(brandId: string): Promise<DownloadPolicy | null>;
  setPolicy(brandId: string, policy: DownloadPolicy): Promise<void>;
  /** Deletes all other brands' drafts. */
  dropOthers(brandId: string): Promise<void>;
  wipe(): Promise<void>;
}

/** Chunks of the downloaded drafts, in a separate database. */
export function createChunks(drafts: Connection<DraftsSchema>): Chunks {
  async function remove(rows: readonly DraftFileRow[]): Promise<void> {
    if (rows.length === 0) return;
    await drafts.run(async (database) => {
      const transaction = database.transaction(['files', 'chunks'], 'readwrite');
      const work = rows.flatMap((row) => [
        transaction.objectStore('files').delete([row.brandId, row.address]),
        transaction.objectStore('chunks').delete(chunksOf(row)),
      ]);
      await runToCommit(transaction, Promise.all(work));
    });
  }

  return {
    file: async (brandId, address) =>
      (await drafts.run((database) => database.get('files', [brandId, address]))) ?? null,
    files: (brandId) => drafts.run((database) => database.getAll('files', rangeWithPrefix(brandId))),
    async append(row, bytes, isStill) {
      await drafts.run(async (database) => {
        if (isStill()) await appendTo(database, row, bytes);
      });
    },
    read: (row, start, end) => readRange(drafts, row, { start, end }),
    remove,
    async empty(row) {
      await drafts.run(async (database) => {
        const transaction = database.transaction(['files', 'chunks'], 'readwrite');
        const work = [
          transaction.objectStore('files').put({ ...row, haveBytes: 0 }),
          transaction.objectStore('chunks').delete(chunksOf(row)),
        ];
        await runToCommit(transaction, Promise.all(work));
      });
    },
    async shrink(share) {
      const rows = await drafts.run((database) => database.getAll('files'));
      const dropped = excessOf(rows, share);
      await remove(dropped);
      return dropped.length > 0;
    },
    async policy(brandId) {
      return (await drafts.run((database) => database.get('policy', brandId)))?.policy ?? null;
    },
    async setPolicy(brandId, policy) {
      await drafts.run((database) => database.put('policy', { brandId, policy }));
    },
    async dropOthers(brandId) {
      await drafts.run(async (database) => {
        const transaction = database.transaction(['files', 'chunks', 'policy'], 'readwrite');
        const [before, after] = [IDBKeyRange.upperBound(brandId, true), IDBKeyRange.lowerBound(brandId, true)];
        const work = [
          ...rangesWithOtherPrefix(brandId).flatMap((range) => [
            transaction.objectStore('files').delete(range),
            transaction.objectStore('chunks').delete(range),
          ]),
          ...[before, after].map((range) => transaction.objectStore('policy').delete(range)),
        ];
        await runToCommit(transaction, Promise.all(work));
      });
    },
    async wipe() {
      await drafts.run(async (database) => {
        const transaction = database.transaction(['files', 'chunks', 'policy'], 'readwrite');
        const stores = ['files', 'chunks', 'policy'] as const;
        await runToCommit(transaction, Promise.all(stores.map((name) => transaction.objectStore(name).clear())));
      });
    },
  };
}

const chunksOf = ({ brandId, address }: Pick<DraftFileRow, 'brandId' | 'address'>) => rangeWithPrefix(brandId, address);

async function appendTo(database: IDBPDatabase<DraftsSchema>, row: DraftFileRow, bytes: ArrayBuffer): Promise<void> {
  const next = { ...row, haveBytes: row.haveBytes + bytes.byteLength };
  const transaction = database.transaction(['files', 'chunks'], 'readwrite', { durability: 'strict' });
  const chunks = transaction.objectStore('chunks');
  const work = async () => {
    const { brandId, address } = row;
    const stored = await transaction.objectStore('files').get([brandId, address]);
    // The file was evicted in the meantime to free space; later chunks would lack its beginning.
    if ((stored?.haveBytes ?? 0) !== row.haveBytes) return;
    if (row.haveBytes === 0) await chunks.delete(chunksOf(row));
    for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
      const index = (row.haveBytes + at) / chunkBytes;
      await chunks.put({ brandId, address, index, bytes: bytes.slice(at, at + chunkBytes) });
    }
    await transaction.objectStore('files').put(next);
  };
  await runToCommit(transaction, work());
}

async function readRange(
  drafts: Connection<DraftsSchema>,
  { brandId, address, haveBytes }: DraftFileRow,
  { start, end }: { start: number; end: number },
): Promise<Blob | null> {
  if (end >= haveBytes) return null;
  const first = Math.floor(start / chunkBytes);
  const last = Math.floor(end / chunkBytes);
  const parts: Blob[] = [];
  // Chunks are read one at a time, since reading all those of a long video at once would hold it in memory twice.
  for (let index = first; index <= last; index += 1) {
    const row = await drafts.run((database) => database.get('chunks', [brandId, address, index]));
    if (row === undefined) return null;
    const from = Math.max(start - index * chunkBytes, 0);
    const to = Math.min(end + 1 - index * chunkBytes, chunkBytes);
    parts.push(new Blob([row.bytes.slice(from, to)]));
  }
  const file = new Blob(parts);
  return file.size === end - start + 1 ? file : null;
}

/** The drafts to remove so that only this share of the bytes is left, starting with those that have waited least. */
function excessOf(rows: readonly DraftFileRow[], share: number): DraftFileRow[] {
  let total = bytesOf(rows);
  const kept = total * share;
  return rows
    .toSorted((a, b) => b.since - a.since)
    .filter(({ haveBytes }) => {
      const isOver = total > kept;
      if (isOver) total -= haveBytes;
      return isOver;
    });
}

export const bytesOf = (rows: readonly DraftFileRow[]): number =>
  rows.reduce((sum, { haveBytes }) => sum + haveBytes, 0);
