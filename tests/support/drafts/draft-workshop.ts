import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { newId } from '#server/ids.ts';
import { type Encoder, findEncoder } from '#server/services/drafts/renditions/encoder.ts';
import { fillLane, runRenditionJobs, startRenditions } from '#server/services/drafts/renditions/renditions.ts';
import type { RenditionDeps } from '#server/services/drafts/renditions/run-rendition-job.ts';
import type { Lane } from '#server/services/drafts/state/orders.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { owingOffer } from '../calls/offers.ts';
import type { TestServer } from '../servers/server.ts';
import { world } from '../servers/world.ts';
import { orderRendition } from './renditions.ts';

/** Drafts from test files, and their renditions. Without an encoder they are copied. */
export function draftWorkshop(server: TestServer) {
  const paths = new Map<string, string>();
  const now = () => server.clock.now();
  const deps = (encoder: Encoder | null): RenditionDeps => ({
    ...{ db: server.db, uploads: server.uploads, encoder, afterMove, log: server.log, now },
    drafts: { pathOf: (id) => paths.get(id) ?? null, read: () => Promise.reject(new Error('It is on the disk')) },
    workDir: join(server.dataDir, 'renditions'),
  });
  return {
    /** Queues the rendition of a file, for a new offer by default. @returns the upload's id */
    async order(
      brandId: string,
      path: string,
      { offerId, ...more }: Partial<typeof draftUploads.$inferInsert> = {},
    ): Promise<string> {
      const given = world(server.db);
      const offer = offerId ?? (await owingOffer(server, brandId, await given.campaign(brandId)));
      const id = newId('upl', now());
      paths.set(id, path);
      await given.upload(brandId, offer, { id, createdAt: now(), changedAt: now(), ...more });
      await orderRendition(server, brandId, { offerId: offer, uploadId: id });
      return id;
    },
    fill: (encoder: Encoder | null) => runRenditionJobs(deps(encoder)),
    fillLane: (encoder: Encoder | null, lane: Lane) => fillLane(deps(encoder), lane),
    /** Processes the queue as a server does, until stopped. */
    start: (encoder: Encoder | null) => startRenditions(deps(encoder)),
    async row(id: string): Promise<typeof draftUploads.$inferSelect> {
      const [found] = await server.db.select().from(draftUploads).where(eq(draftUploads.id, id));
      if (found === undefined) throw new Error('The row is gone');
      return found;
    },
    /** Path of a stored file. */
    stored: (name: string | null): string => join(server.dataDir, 'files', name ?? 'none'),
    /** An ffmpeg that runs these shell lines first. */
    scripted(encoder: Encoder, lines: string): Encoder {
      const path = join(server.dataDir, `${newId('upl')}.sh`);
      writeFileSync(path, `#!/bin/sh\n${lines}\nexec ${encoder.path} "$@"\n`);
      chmodSync(path, 0o700);
      return { ...encoder, path };
    },
  };
}

/** The ffmpeg of this machine. @throws without one */
export async function anEncoder(): Promise<Encoder> {
  const encoder = await findEncoder(null, { info: () => {}, warn: () => {} });
  if (encoder === null) throw new Error('This machine has no ffmpeg');
  return encoder;
}
