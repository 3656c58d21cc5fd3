import type { Logger } from 'pino';
import { mostShortWork } from '#domain/draft-work.ts';
import { ApiError } from '#server/api-error.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { pictureType } from '../files/picture-type.ts';
import type { UploadFiles } from '../files/transfers/upload-store.ts';
import type { Uploads } from '../files/uploads.ts';
import type { AfterMove } from '../moves/after-move.ts';
import { MoveRefusedError } from '../moves/refused.ts';
import type { Encoder } from './encoder.ts';
import { handIn, type StoredRendition } from './hand-in.ts';
import { keepDraftFile } from './keep-draft-file.ts';
import { makeRendition, type Rendition, workOf } from './make-rendition.ts';
import type { DraftMedia } from './media.ts';
import { failOrder, type Lane, leaseMs, mostTries, type OrderRow, releaseOrder, renewLease } from './orders.ts';
import { probeDraft } from './probe.ts';
import { DraftRefusedError, refusals } from './refused.ts';
import { reserveWork } from './reserve-work.ts';
import { takeOriginal } from './take-original.ts';
import { asksForOriginals } from './wanted-originals.ts';
import { inWorkFolder, localCopy } from './work-folder.ts';

export interface RenditionDeps {
  db: Database;
  uploads: Pick<Uploads, 'names' | 'store' | 'drawer'>;
  drafts: Pick<UploadFiles, 'pathOf' | 'read'>;
  /** Receives the move that hands a draft in. */
  afterMove: AfterMove;
  /** Null where there is no ffmpeg. */
  encoder: Encoder | null;
  /** Folder of this machine in which drafts are worked at. */
  workDir: string;
  log: Logger;
  now(): Date;
}

/** A machine that is full or a store that is away needs a while. */
const retryMs = 20_000;

export const cannotSay =
  'We tried three times but couldn’t process this video. Please upload it again or choose another one.';

interface Filling {
  /** The lane that it was taken from. */
  lane: Lane;
  end: AbortSignal;
}

/**
 * Fills an order that this process has taken, or notes why it can't be filled.
 * @returns `long` for one that was left to the long lane
 */
export async function fillOrder(
  deps: RenditionDeps,
  order: OrderRow,
  { lane, end }: Filling,
): Promise<'settled' | 'long'> {
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
    const handOn = await inWorkFolder(deps.workDir, (folder) => work(deps, order, { lane, folder, signal }));
    signal.throwIfAborted();
    if (handOn === 'long') {
      await releaseOrder(db, order, { countsTry: false, dueAt: null });
      return 'long';
    }
    await handOn();
  } catch (error) {
    await settleFailure(deps, order, { error, end, isLost: lost.signal.aborted });
  } finally {
    clearInterval(renewal);
  }
  return 'settled';
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
  lane: Lane;
  folder: string;
  signal: AbortSignal;
}

/** Does an order's work on files. @returns the step that stores its outcome; `long` for work of the other lane */
async function work(
  deps: RenditionDeps,
  order: OrderRow,
  { lane, folder, signal }: Work,
): Promise<(() => Promise<void>) | 'long'> {
  const { db, now, encoder, uploads, afterMove } = deps;
  const from = deps.drafts.pathOf(order.id) ?? (await localCopy(deps.drafts, order.id, { folder, signal }));
  const media = await probeDraft(from, { signal });
  if (isTrimmed(media) && (await goesToBrand(deps, order))) throw refusals.trimmed();
  if (order.originalOf !== null) return () => takeOriginal(db, order, { media, now: now() });
  const draft = { from, media, saysSmall: order.isRendition };
  if (order.work === null) {
    const estimate = await reserveWork(db, order, { work: workOf(encoder, draft), now: now() });
    if (lane === 'short' && estimate > mostShortWork) return 'long';
  }
  const rendition = await inWorkFolder(folder, async (empty) =>
    keep(deps, order, await makeRendition({ encoder, folder: empty, signal }, draft)),
  );
  const takesGivenStill = !isTrimmed(media);
  return () => handIn({ db, names: uploads.names, afterMove }, order, { ...rendition, takesGivenStill, now: now() });
}

const isTrimmed = ({ video, audio }: DraftMedia): boolean => video.isTrimmed || audio?.isTrimmed === true;

/** True if the file itself is kept for the brand, with all that is in it. */
const goesToBrand = async ({ db }: RenditionDeps, { originalOf, isRendition, brandId, offerId }: OrderRow) =>
  originalOf !== null || (!isRendition && (await asksForOriginals(brandScope(db, brandId), offerId)));

async function keep(
  deps: RenditionDeps,
  order: OrderRow,
  made: Rendition,
): Promise<Omit<StoredRendition, 'takesGivenStill'>> {
  const fileName = await keepDraftFile(deps, order.brandId, made);
  return { fileName, posterName: await keepPoster(deps, order, made), media: made.media };
}

/** Stores the still of a rendition; null without one, and where it can't be drawn. */
async function keepPoster(
  deps: RenditionDeps,
  { brandId, offerId, tries }: OrderRow,
  { stillPath }: Rendition,
): Promise<string | null> {
  if (stillPath === null) return null;
  const path = `${stillPath}.${pictureType.extension}`;
  try {
    await deps.uploads.drawer.redraw(brandId, { from: stillPath, to: path });
  } catch (error) {
    // A machine that is busy may draw it at the next try.
    if (!(error instanceof ApiError) || (error.code === 'unavailable' && tries < mostTries)) throw error;
    deps.log.warn({ brandId, offerId, err: error }, 'A draft has no still: it couldn’t be drawn');
    return null;
  }
  return keepDraftFile(deps, brandId, { path, extension: pictureType.extension });
}
