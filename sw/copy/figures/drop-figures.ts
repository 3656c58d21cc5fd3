import type { Connection } from '#sw/database/database.ts';
import type { CopySchema } from '#sw/database/schema.ts';
import { committed } from '#sw/database/transactions.ts';
import { forgetHeld } from './held-figures.ts';

/** Drops posts with their days, and stored answers, and notes that they are missing. Records and lists stay. */
export async function dropFigures(copy: Connection<CopySchema>, now: number): Promise<void> {
  await copy.run(async (database) => {
    const transaction = database.transaction(['posts', 'answers', 'sync'], 'readwrite');
    const sync = transaction.objectStore('sync');
    const drop = async () => {
      const rows = await sync.getAll();
      await Promise.all([
        transaction.objectStore('posts').clear(),
        transaction.objectStore('answers').clear(),
        // One that isn't complete yet begins again: nobody tells the posts of its first pages once more.
        ...rows.map((row) => {
          const cursor = row.complete ? row.cursor : null;
          return sync.put({ ...row, hasFigures: false, cursor, figuresDroppedAt: now });
        }),
      ]);
    };
    await committed(transaction, drop());
    forgetHeld(database);
  });
}
