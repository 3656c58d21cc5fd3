import type { OfferStageType } from '#contract/offer.ts';
import { type MoveName, moveRule } from '#domain/offer-moves.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { queueMails } from '../mail/outbox.ts';
import { queueSubmissionsMail } from '../mail/queue-submissions.ts';
import { tellDevices } from '../push/tell-devices.ts';
import { creatorsOfOffers } from './creators-of-offers.ts';

interface Moved {
  move: MoveName;
  toStage: OfferStageType;
  /** The offers that made the move, each with the move's number in its history. */
  offers: readonly { offerId: string; sequence: number }[];
  now: Date;
}

/**
 * Puts the notices of a move, as the table of moves has them, into the outboxes in the move's own transaction. Words and links
 * are made at sending, and what no longer holds by then is not sent. @returns the offers whose creators are told
 */
export async function queueNotices(writer: BrandWriter, { move, toStage, offers, now }: Moved): Promise<Set<string>> {
  const { tells = {} } = moveRule(move);
  if (tells.brand === 'submission' && toStage === 'AWAITING_EVIDENCE_CLEARANCE') {
    await queueSubmissionsMail(writer, now);
    for (const { offerId } of offers) await tellDevices(writer.db, { brandId: writer.brandId, offerId, now });
  }
  return tells.creator === undefined ? new Set() : tellCreators(writer, offers, now);
}

async function tellCreators(writer: BrandWriter, offers: Moved['offers'], now: Date): Promise<Set<string>> {
  const { db, brandId } = writer;
  const known = await creatorsOfOffers(
    writer,
    offers.map(({ offerId }) => offerId),
  );
  const mails = offers.flatMap(({ offerId, sequence }) => {
    const creator = known.get(offerId);
    const content = { kind: 'offer-moved', offerId, sequence } as const;
    return creator === undefined ? [] : [{ brandId, recipient: creator.email, content, now }];
  });
  await queueMails(db, mails);
  return new Set(known.keys());
}
