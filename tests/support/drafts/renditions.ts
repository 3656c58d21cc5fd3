import { join } from 'node:path';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import type { RenditionDeps } from '#server/services/drafts/renditions/fill-order.ts';
import { fillOrders } from '#server/services/drafts/renditions/renditions.ts';
import { orderDraft } from '#server/services/drafts/state/order-draft.ts';
import { type Lane, orderJobs } from '#server/services/drafts/state/orders.ts';
import { takeJob } from '#server/services/jobs/job-table.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import type { TestServer } from '../servers/server.ts';

type DraftOrder = Parameters<typeof orderDraft>[1];

/** Orders the rendition of an upload that is whole. */
export const orderRendition = (
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  brandId: string,
  order: Pick<DraftOrder, 'offerId' | 'uploadId'> & Partial<DraftOrder>,
): Promise<void> =>
  writeBrand({ db, brandId }, (writer) =>
    orderDraft(writer, { caption: null, move: 'submit-draft', now: clock.now(), ...order }),
  );

/** Makes the renditions that were ordered, without ffmpeg unless there is an encoder. */
export const makeRenditions = (
  { db, clock, uploads, uploadStore, log, dataDir }: TestServer,
  { drafts = uploadStore.files, encoder = null }: Partial<Pick<RenditionDeps, 'drafts' | 'encoder'>> = {},
): Promise<void> =>
  fillOrders({ db, uploads, drafts, encoder, afterMove, log, now: clock.now, workDir: join(dataDir, 'renditions') });

/** Takes the next order of a lane, as a process does that then ends. */
export const takeOrder = (db: Database, now: Date, lane: Lane) => takeJob(db, orderJobs(lane), now);

/** Store of uploads that are all the demo's film of a coffee. */
export const coffeeFilms: RenditionDeps['drafts'] = {
  pathOf: () => 'src/server/demo/media/coffee.mp4',
  read: () => Promise.reject(new Error('On the disk')),
};
