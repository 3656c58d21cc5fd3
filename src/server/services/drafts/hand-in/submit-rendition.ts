import { eq } from 'drizzle-orm';
import type { InputOf } from '#domain/offers/move-inputs.ts';
import { type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { touchFiles } from '#server/services/files/kept-files.ts';
import type { FileNames } from '#server/services/files/names.ts';
import type { AfterMove } from '#server/services/moves/after-move.ts';
import { isAllowed, makeMove } from '#server/services/moves/make-move.ts';
import type { DraftMedia } from '../media/media.ts';
import { keepsOriginal } from '../originals/originals.ts';
import { isLeaseHeld, type RenditionJob, returnDraft } from '../state/orders.ts';

/** A rendition in the file store. */
export interface StoredRendition {
  fileName: string;
  /** Null if this server couldn't take a still. */
  posterName: string | null;
  media: DraftMedia;
  /** True if the browser's still may be the fallback. A trimmed video's still may show a part that was cut off. */
  takesGivenStill: boolean;
}

const changesMeanwhile =
  'The brand requested changes while we prepared this video, so we didn’t send it. Read the requested changes, then send this video anyway or choose another one.';

/**
 * Submits a job's rendition: moves the offer and completes the job in one transaction. Does nothing for a job that was
 * discarded in the meantime, or whose lease another process holds. A replacement draft is returned to its creator if
 * the brand has requested changes since then.
 * @throws {MoveRefusedError} if the offer no longer waits for a draft
 */
export async function submitRendition(
  { db, names, afterMove }: { db: Database; names: FileNames; afterMove: AfterMove },
  order: RenditionJob,
  { fileName, posterName: made, media, takesGivenStill, now }: StoredRendition & { now: Date },
): Promise<void> {
  const { brandId, offerId } = order;
  const facts = {
    durationMs: media.durationMs,
    ...{ width: media.video.width, height: media.video.height, hasSound: media.audio !== null },
  };
  await writeBrand({ db, brandId }, async (writer) => {
    const [row] = await writer.db.select().from(draftUploads).where(isLeaseHeld(order)).for('update');
    if (row === undefined) return;
    const move = await moveOf(writer, row, now);
    if (move === null) return returnDraft(writer.db, order, { reason: changesMeanwhile, now });
    // Without ffmpeg, fall back to the still that the creator's browser took, if any.
    const posterName = made ?? (takesGivenStill ? row.posterName : null);
    await touchFiles(writer, posterName === null ? [fileName] : [fileName, posterName], now);
    const input: InputOf<'submit-draft'> = {
      video: names.addressOf(fileName),
      posterUrl: posterName === null ? null : names.addressOf(posterName),
      // The caption may have been edited since the rendition was requested.
      caption: row.caption,
      media: facts,
    };
    await makeMove(writer, { move, input, offerId, by: row.orderedBy, now }, afterMove);
    const isOriginalKept = await keepsOriginal(writer, row, now);
    await writer.db
      .update(draftUploads)
      .set({ isOriginalKept, state: 'READY', fileName, posterName, ...facts, leaseUntil: null, changedAt: now })
      .where(eq(draftUploads.id, order.id));
    await writer.db
      .update(draftUploads)
      .set({ fileName, durationMs: facts.durationMs })
      .where(writer.own(draftUploads, eq(draftUploads.offerId, offerId), eq(draftUploads.originalOf, order.id)));
  });
}

/**
 * Returns the move that submits a draft. Null if the draft was submitted as a replacement and the brand has requested
 * changes since: the creator hadn't read them, so the draft doesn't address them.
 */
async function moveOf(writer: BrandWriter, { offerId, orderedAs, orderedBy }: RenditionJob, now: Date) {
  const [offer] = await writer.db
    .select({ stage: offers.stageType })
    .from(offers)
    .where(writer.own(offers, eq(offers.id, offerId)));
  if (offer?.stage === 'AWAITING_EVIDENCE_CLEARANCE') return 'replace-draft';
  const move = 'submit-draft';
  const isOwed = await isAllowed(writer, { move, offerId, by: orderedBy, now });
  return isOwed && orderedAs === 'replace-draft' ? null : move;
}
