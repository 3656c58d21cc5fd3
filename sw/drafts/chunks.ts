import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import type { Connection } from '#sw/database/database.ts';
import { type DraftFileRow, type DraftsSchema, startingWith, startingWithOthers } from '#sw/database/schema.ts';
import { committed } from '#sw/database/transactions.ts';

/** Bytes of a chunk: the most that is fetched twice after a kill. */
export const chunkBytes = 1_000_000;

export interface Chunks {
  /** The stored file of an address; null where there is none. */
  file(brandId: string, address: string): Promise<DraftFileRow | null>;
  files(brandId: string): Promise<DraftFileRow[]>;
  /**
   * Stores bytes that follow the file's stored ones, with the row that counts them. A row without stored bytes begins the file again.
   * @param isStill asked as the transaction begins: false stores nothing, since the brand has left
   */
  append(row: DraftFileRow, bytes: ArrayBuffer, isStill: () => boolean): Promise<void>;
  /** Bytes of a file from `start` to `end`, both included; null where not all of them are stored. */
  read(row: DraftFileRow, start: number, end: number): Promise<Blob | null>;
  /** Removes files. */
  remove(rows: readonly DraftFileRow[]): Promise<void>;
  /** Drops a file's bytes and keeps what is known of it. */
  empty(row: DraftFileRow): Promise<void>;
  /** Drops the drafts that wait least, until only this share of the bytes is left. False where there are none. */
  shrink(share: number): Promise<boolean>;
  /** The policy that the user has chosen on this device; null for none. */
  policy(brandId: string): Promise<DownloadPolicy | null>;
  setPolicy(brandId: string, policy: DownloadPolicy): Promise<void>;
  /** Drops all of other brands. */
  dropOthers(brandId: string): Promise<void>;
  wipe(): Promise<void>;
}

/** Chunks of the downloaded drafts, in a database of their own. */
export function createChunks(drafts: Connection<DraftsSchema>): Chunks {
  const chunksOf = ({ brandId, address }: Pick<DraftFileRow, 'brandId' | 'address'>) => startingWith(brandId, address);

  async function remove(rows: readonly DraftFileRow[]): Promise<void> {
    if (rows.length === 0) return;
    await drafts.run(async (database) => {
      const transaction = database.transaction(['files', 'chunks'], 'readwrite');
      const work = rows.flatMap((row) => [
        transaction.objectStore('files').delete([row.brandId, row.address]),
        transaction.objectStore('chunks').delete(chunksOf(row)),
      ]);
      await committed(transaction, Promise.all(work));
    });
  }

  return {
    file: async (brandId, address) =>
      (await drafts.run((database) => database.get('files', [brandId, address]))) ?? null,
    files: (brandId) => drafts.run((database) => database.getAll('files', startingWith(brandId))),
    async append(row, bytes, isStill) {
      const next = { ...row, haveBytes: row.haveBytes + bytes.byteLength };
      await drafts.run(async (database) => {
        if (!isStill()) return;
        const transaction = database.transaction(['files', 'chunks'], 'readwrite', { durability: 'strict' });
        const chunks = transaction.objectStore('chunks');
        const work = async () => {
          const { brandId, address } = row;
          const stored = await transaction.objectStore('files').get([brandId, address]);
          // The file was dropped in the meantime to make room; later chunks would lack a beginning.
          if ((stored?.haveBytes ?? 0) !== row.haveBytes) return;
          if (row.haveBytes === 0) await chunks.delete(chunksOf(row));
          for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
            const index = (row.haveBytes + at) / chunkBytes;
            await chunks.put({ brandId, address, index, bytes: bytes.slice(at, at + chunkBytes) });
          }
          await transaction.objectStore('files').put(next);
        };
        await committed(transaction, work());
      });
    },
    async read({ brandId, address, haveBytes }, start, end) {
      if (end >= haveBytes) return null;
      const first = Math.floor(start / chunkBytes);
      const last = Math.floor(end / chunkBytes);
      const parts: Blob[] = [];
      // One after the other: all chunks of a long video at once would be in memory twice.
      for (let index = first; index <= last; index += 1) {
        const row = await drafts.run((database) => database.get('chunks', [brandId, address, index]));
        if (row === undefined) return null;
        const from = Math.max(start - index * chunkBytes, 0);
        const to = Math.min(end + 1 - index * chunkBytes, chunkBytes);
        parts.push(new Blob([row.bytes.slice(from, to)]));
      }
      const file = new Blob(parts);
      return file.size === end - start + 1 ? file : null;
    },
    remove,
    async empty(row) {
      await drafts.run(async (database) => {
        const transaction = database.transaction(['files', 'chunks'], 'readwrite');
        const work = [
          transaction.objectStore('files').put({ ...row, haveBytes: 0 }),
          transaction.objectStore('chunks').delete(chunksOf(row)),
        ];
        await committed(transaction, Promise.all(work));
      });
    },
    async shrink(share) {
      const rows = await drafts.run((database) => database.getAll('files'));
      let total = bytesOf(rows);
      const kept = total * share;
      const dropped = rows
        .sort((a, b) => b.since - a.since)
        .filter(({ haveBytes }) => {
          const isOver = total > kept;
          if (isOver) total -= haveBytes;
          return isOver;
        });
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
          ...startingWithOthers(brandId).flatMap((range) => [
            transaction.objectStore('files').delete(range),
            transaction.objectStore('chunks').delete(range),
          ]),
          ...[before, after].map((range) => transaction.objectStore('policy').delete(range)),
        ];
        await committed(transaction, Promise.all(work));
      });
    },
    async wipe() {
      await drafts.run(async (database) => {
        const transaction = database.transaction(['files', 'chunks', 'policy'], 'readwrite');
        const stores = ['files', 'chunks', 'policy'] as const;
        await committed(transaction, Promise.all(stores.map((name) => transaction.objectStore(name).clear())));
      });
    },
  };
}

export const bytesOf = (rows: readonly DraftFileRow[]): number =>
  rows.reduce((sum, { haveBytes }) => sum + haveBytes, 0);
