import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { brandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { fulfillments } from '#server/database/tables/tables.ts';
import { draftScenes, draftsDir } from '#tests/support/media/drafts.ts';

/** The worker stores each address once, so only this many drafts can be played for a first time. */
const addresses = 12;

/** Gives a brand drafts as long and as large as creators', in its own files, replacing the demo's. */
export async function putRealDrafts(db: Database, dataDir: string, brandId: string): Promise<void> {
  const folder = join(dataDir, 'files', brandId);
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < addresses; index += 1) {
    const scene = draftScenes[index % draftScenes.length];
    const name = `${String(index).padStart(2, '0')}-${scene}`.padEnd(43, '-');
    copyFileSync(join(draftsDir(), `${scene}.mp4`), join(folder, `${name}.mp4`));
    await db.transaction(async (tx) => {
      const { own } = await brandWriter(tx, brandId);
      const isShare = sql`abs(hashtext(${fulfillments.id}) % ${addresses}) = ${index} and ${fulfillments.fulfillment} like '/media/demo/%'`;
      await tx
        .update(fulfillments)
        .set({ fulfillment: `/files/${brandId}/${name}.mp4`, posterUrl: `/media/demo/${scene}.webp` })
        .where(own(fulfillments, isShare));
    });
  }
}
