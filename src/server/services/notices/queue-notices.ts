import type { OfferStageType } from '../../../contract/offer.ts';
import { type MoveName, moveRule } from '../../../domain/offer-moves.ts';
import type { BrandWriter } from '../../database/brand-scope.ts';
import { queueSubmissionsMail } from '../mail/queue-submissions.ts';
import { tellDevices } from '../push/tell-devices.ts';

interface Moved {
  move: MoveName;
  toStage: OfferStageType;
  /** The offers that made the move, each with the move's number in its history. */
  offers: readonly { offerId: string; sequence: number }[];
  now: Date;
}

/**
 * Puts into the outboxes what the table of moves says is told of a move, in the move's own transaction. Words and links are
 * made at sending, and what no longer holds by then is not sent.
 */
export async function queueNotices(writer: BrandWriter, { move, toStage, offers, now }: Moved): Promise<void> {
  const { tells = {} } = moveRule(move);
  if (tells.brand === 'submission' && toStage === 'AWAITING_EVIDENCE_CLEARANCE') {
    await queueSubmissionsMail(writer, now);
    for (const { offerId } of offers) await tellDevices(writer.db, { brandId: writer.brandId, offerId, now });
  }
}
