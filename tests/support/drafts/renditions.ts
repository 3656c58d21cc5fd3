import { join } from 'node:path';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { runRenditionJobs } from '#server/services/drafts/renditions/renditions.ts';
import type { RenditionDeps } from '#server/services/drafts/renditions/run-rendition-job.ts';
import { type Lane, renditionJobs } from '#server/services/drafts/state/orders.ts';
import { requestRendition } from '#server/services/drafts/state/request-rendition.ts';
import { leaseJob } from '#server/services/jobs/job-table.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import type { TestServer } from '../servers/server.ts';

type DraftOrder = Parameters<typeof requestRendition>[1];

/** Queues the rendition of a complete upload. */
export const orderRendition = (
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  brandId: string,
  order: Pick<DraftOrder, 'offerId' | 'uploadId'> & Partial<DraftOrder>,
): Promise<void> =>
  writeBrand({ db, brandId }, (writer) =>
    requestRendition(writer, { caption: null, move: 'submit-draft', now: clock.now(), ...order }),
  );

/** Processes queued renditions, without ffmpeg unless there is an encoder. */
export const makeRenditions = (
  { db, clock, uploads, uploadStore, log, dataDir }: TestServer,
  { drafts = uploadStore.files, encoder = null }: Partial<Pick<RenditionDeps, 'drafts' | 'encoder'>> = {},
): Promise<void> =>
  runRenditionJobs({
    db,
    uploads,
    drafts,
    encoder,
    afterMove,
    log,
    now: clock.now,
    workDir: join(dataDir, 'renditions'),
  });

/** Claims the next job of a lane, as a process does that then dies. */
export const takeOrder = (db: Database, now: Date, lane: Lane) => leaseJob(db, renditionJobs(lane), now);

/** Upload store that returns the demo's coffee video for every upload. */
export const coffeeFilms: RenditionDeps['drafts'] = {
  pathOf: () => 'src/server/demo/media/coffee.mp4',
  read: () => Promise.reject(new Error('On the disk')),
};
