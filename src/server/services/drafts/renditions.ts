import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { pictureType } from '../files/picture-type.ts';
import type { Uploads } from '../files/uploads.ts';
import { MoveRefusedError } from '../moves/refused.ts';
import { type Poller, startPolling } from '../poll.ts';
import type { UploadFiles } from '../transfers/upload-store.ts';
import type { Encoder } from './encoder.ts';
import { handIn, type StoredRendition } from './hand-in.ts';
import { keepDraftFile } from './keep-draft-file.ts';
import { makeRendition, type Rendition } from './make-rendition.ts';
import {
  failAbandoned,
  failOrder,
  leaseMs,
  mostTries,
  type OrderRow,
  releaseOrder,
  renewLease,
  takeOrder,
} from './orders.ts';
import { probeDraft } from './probe.ts';
import { DraftRefusedError } from './refused.ts';
import { takeOriginal } from './take-original.ts';
import { inWorkFolder, localCopy } from './work-folder.ts';

export interface RenditionDeps {
  db: Database;
  uploads: Pick<Uploads, 'names' | 'store' | 'drawer'>;
  drafts: Pick<UploadFiles, 'pathOf' | 'read'>;
  /** Null where there is no ffmpeg. */
  encoder: Encoder | null;
  /** Folder of this machine in which drafts are worked at. */
  workDir: string;
  log: Logger;
  now(): Date;
}

/** Others may have taken an order and ended since. */
const pollMs = 5_000;
/** A machine that is full or a store that is away needs a while. */
const retryMs = 20_000;

const cannotSay = 'We tried three times but couldn’t process this video. Please upload it again or choose another one.';

/**
 * Makes the renditions that were ordered, and looks at originals, one at a time, for as long as it runs. Its end cuts off the one
 * that is being made.
 */
export function startRenditions({
  encoder,
  ...deps
}: Omit<RenditionDeps, 'encoder'> & { encoder: Promise<Encoder | null> }): Poller {
  const end = new AbortController();
  const poller = startPolling({
    everyMs: pollMs,
    round: async () => fillOrders({ ...deps, encoder: await encoder }, end.signal),
    onError: (error) => deps.log.error({ err: error }, 'Renditions couldn’t be processed'),
  });
  poller.wake();
  return {
    wake: poller.wake,
    stop() {
      end.abort(new Error('The server is shutting down'));
      return poller.stop();
    },
  };
}

/** Fills every order that nobody works at. */
export async function fillOrders(deps: RenditionDeps, end: AbortSignal): Promise<void> {
  await failAbandoned(deps.db, deps.now(), cannotSay);
  while (!end.aborted) {
    const order = await takeOrder(deps.db, deps.now());
    if (order === null) return;
    await fill(deps, order, end);
  }
}

async function fill(deps: RenditionDeps, order: OrderRow, end: AbortSignal): Promise<void> {
  const { db, log, now } = deps;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    // A database that is away may be back before the lease ends: only an order that is gone is left.
    renewLease(db, order, now()).then(
      (isOurs) => isOurs || lost.abort(new Error('Another worker has this order')),
      (error: unknown) => log.warn({ err: error }, 'A rendition’s lease couldn’t be renewed'),
    );
  }, leaseMs / 4);
  const signal = AbortSignal.any([end, lost.signal]);
  try {
    const handOn = await inWorkFolder(deps.workDir, (folder) => work(deps, order, { folder, signal }));
    signal.throwIfAborted();
    await handOn();
  } catch (error) {
    await settleFailure(deps, order, { error, end, isLost: lost.signal.aborted });
  } finally {
    clearInterval(renewal);
  }
}

interface Failure {
  error: unknown;
  end: AbortSignal;
  isLost: boolean;
}

async function settleFailure({ db, log, now }: RenditionDeps, order: OrderRow, { error, end, isLost }: Failure) {
  const named = { brandId: order.brandId, offerId: order.offerId };
  if (isLost) return log.info(named, 'Gave up on a rendition');
  if (end.aborted) return releaseOrder(db, order, { countsTry: false, dueAt: null });
  if (error instanceof DraftRefusedError || error instanceof MoveRefusedError) {
    return failOrder(db, order, { reason: error.message, now: now() });
  }
  if (order.tries >= mostTries) {
    log.error({ ...named, err: error }, 'A rendition failed');
    return failOrder(db, order, { reason: cannotSay, now: now() });
  }
  log.warn({ ...named, err: error }, 'A rendition failed and will be retried');
  return releaseOrder(db, order, { countsTry: true, dueAt: new Date(now().getTime() + retryMs) });
}

interface Work {
  folder: string;
  signal: AbortSignal;
}

/** Does an order's work on files. @returns its end, which tells the database */
async function work(deps: RenditionDeps, order: OrderRow, { folder, signal }: Work): Promise<() => Promise<void>> {
  const { db, now, encoder, uploads } = deps;
  const from = deps.drafts.pathOf(order.id) ?? (await localCopy(deps.drafts, order.id, { folder, signal }));
  if (order.originalOf !== null) {
    const media = await probeDraft(from, { signal });
    return () => takeOriginal(db, order, { media, now: now() });
  }
  const rendition = await inWorkFolder(folder, async (empty) =>
    keep(deps, order, await makeRendition({ encoder, from, saysSmall: order.isRendition, folder: empty, signal })),
  );
  return () => handIn({ db, names: uploads.names }, order, { ...rendition, now: now() });
}

async function keep(deps: RenditionDeps, { brandId }: OrderRow, made: Rendition): Promise<StoredRendition> {
  const fileName = await keepDraftFile(deps, brandId, made);
  if (made.stillPath === null) return { fileName, posterName: null, media: made.media };
  const posterPath = `${made.stillPath}.${pictureType.extension}`;
  await deps.uploads.drawer.redraw(brandId, { from: made.stillPath, to: posterPath });
  const posterName = await keepDraftFile(deps, brandId, { path: posterPath, extension: pictureType.extension });
  return { fileName, posterName, media: made.media };
}
