import type { Logger } from 'pino';
import { maxDailyWork, maxShortWork } from '#domain/drafts/draft-work.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import type { draftUploads } from '#server/database/tables/draft-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { pictureType } from '#server/services/files/pictures/picture-type.ts';
import type { UploadFiles } from '#server/services/files/transfers/upload-store.ts';
import type { Uploads } from '#server/services/files/uploads/uploads.ts';
import type { Wait } from '#server/services/jobs/job-table.ts';
import type { Failure, JobDeps } from '#server/services/jobs/runner.ts';
import type { AfterMove } from '#server/services/moves/after-move.ts';
import { MoveRefusedError } from '#server/services/moves/state/refused.ts';
import { countAttempt } from '#server/services/shared/attempts.ts';
import { storeDraftFile } from '../hand-in/store-draft-file.ts';
import { type StoredRendition, submitRendition } from '../hand-in/submit-rendition.ts';
import type { DraftMedia } from '../media/media.ts';
import { probeDraft } from '../media/probe.ts';
import { acceptOriginal } from '../originals/accept-original.ts';
import {
  failedJobColumns,
  type Lane,
  maxTries,
  noteWork,
  processingFailedText,
  type RenditionJob,
} from '../state/orders.ts';
import { DraftRefusedError, refusals } from '../state/refused.ts';
import { asksForOriginals } from '../state/wanted-originals.ts';
import { createRendition, type Rendition, workOf } from './create-rendition.ts';
import type { Encoder } from './encoder.ts';
import { inWorkFolder, localCopy } from './work-folder.ts';

export interface RenditionDeps extends JobDeps {
  uploads: Pick<Uploads, 'names' | 'store' | 'drawer'>;
  drafts: Pick<UploadFiles, 'pathOf' | 'read'>;
  /** Runs after the move that submits a draft. */
  afterMove: AfterMove;
  /** Null if no usable ffmpeg was found. */
  encoder: Encoder | null;
  /** Working directory for drafts on this machine. */
  workDir: string;
  log: Logger;
}

interface RenditionRun {
  /** The lane from which the job was leased. */
  lane: Lane;
  signal: AbortSignal;
}

/**
 * Runs a rendition job that this process has leased.
 * @returns the wait of a job that is handed to the long lane; null once the job is done
 * @throws errors for {@link toFailure}
 */
export async function runRenditionJob(
  deps: RenditionDeps,
  order: RenditionJob,
  filling: RenditionRun,
): Promise<Wait | null> {
  const handOn = await inWorkFolder(deps.workDir, (folder) => work(deps, order, { ...filling, folder }));
  filling.signal.throwIfAborted();
  if (handOn === 'long') return { dueAt: null, countsTry: false };
  await handOn();
  return null;
}

/** A refused draft or move fails permanently, with a message for its creator. */
export function toFailure(cause: unknown, now: Date): Failure<typeof draftUploads> {
  const isRefused = cause instanceof DraftRefusedError || cause instanceof MoveRefusedError;
  const end = { set: failedJobColumns(isRefused ? cause.message : processingFailedText, now) };
  return isRefused ? { end, retryAfterMs: null, words: null, result: 'refused' } : { end, retryAfterMs: 0 };
}

interface Work extends RenditionRun {
  folder: string;
}

/** Processes a job's files. @returns the step that stores the outcome, or `long` if the job belongs in the long lane */
async function work(
  deps: RenditionDeps,
  order: RenditionJob,
  { lane, folder, signal }: Work,
): Promise<(() => Promise<void>) | 'long'> {
  const { db, now, encoder, uploads, afterMove } = deps;
  const from = deps.drafts.pathOf(order.id) ?? (await localCopy(deps.drafts, order.id, { folder, signal }));
  const media = await probeDraft(from, { signal });
  if (isTrimmed(media) && (await isSharedWithBrand(deps, order))) throw refusals.trimmed();
  if (order.originalOf !== null) return () => acceptOriginal(db, order, { media, now: now() });
  const draft = { from, media, isDeclaredSmall: order.isRendition };
  if (order.work === null) {
    const estimate = await reserveWork(db, order, { work: workOf(encoder, draft), now: now() });
    if (lane === 'short' && estimate > maxShortWork) return 'long';
  }
  const rendition = await inWorkFolder(folder, async (empty) =>
    keep(deps, order, await createRendition({ encoder, folder: empty, signal }, draft)),
  );
  const takesGivenStill = !isTrimmed(media);
  return () =>
    submitRendition({ db, names: uploads.names, afterMove }, order, { ...rendition, takesGivenStill, now: now() });
}

const isTrimmed = ({ video, audio }: DraftMedia): boolean => video.isTrimmed || audio?.isTrimmed === true;

/** True if the brand gets the file as uploaded, with everything that it contains. */
const isSharedWithBrand = async ({ db }: RenditionDeps, { originalOf, isRendition, brandId, offerId }: RenditionJob) =>
  originalOf !== null || (!isRendition && (await asksForOriginals(brandScope(db, brandId), offerId)));

const dayMs = 86_400_000;

/**
 * Deducts a job's work from its offer's daily budget before the work starts, and records it with the job.
 * @returns the work
 * @throws {DraftRefusedError} for a video that exceeds the daily budget or the rest of it
 */
async function reserveWork(
  db: Database,
  order: RenditionJob,
  { work, now }: { work: number; now: Date },
): Promise<number> {
  if (work > maxDailyWork) throw refusals.tooMuchWork();
  if (work > 0) {
    const budget = { subject: ['draft work', order.brandId, order.offerId], max: maxDailyWork, windowMs: dayMs };
    await countAttempt(db, [{ ...budget, by: work }], now).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'too_many_requests' ? refusals.usedUp() : error;
    });
  }
  await noteWork(db, order, work);
  return work;
}

async function keep(
  deps: RenditionDeps,
  order: RenditionJob,
  made: Rendition,
): Promise<Omit<StoredRendition, 'takesGivenStill'>> {
  const fileName = await storeDraftFile(deps, order.brandId, made);
  return { fileName, posterName: await keepPoster(deps, order, made), media: made.media };
}

/** Stores a rendition's still and returns its file name; null if there is no still or it can't be redrawn. */
async function keepPoster(
  deps: RenditionDeps,
  { brandId, offerId, tries }: RenditionJob,
  { stillPath }: Rendition,
): Promise<string | null> {
  if (stillPath === null) return null;
  const path = `${stillPath}.${pictureType.extension}`;
  try {
    await deps.uploads.drawer.redraw(brandId, { from: stillPath, to: path });
  } catch (error) {
    // A busy machine may succeed on the next attempt.
    if (!(error instanceof ApiError) || (error.code === 'unavailable' && tries < maxTries)) throw error;
    deps.log.warn({ brandId, offerId, err: error }, 'A draft’s still couldn’t be drawn');
    return null;
  }
  return storeDraftFile(deps, brandId, { path, extension: pictureType.extension });
}
