import { type MoveName, moveRule } from '#domain/offers/offer-moves.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { creatorsOfOffers } from '../creators/creators-of-offers.ts';
import { reviveLink } from '../creators/link-generations.ts';
import { dropOriginals } from '../drafts/state/wanted-originals.ts';
import { queueMails } from '../mail/outbox.ts';
import type { AfterMove, MadeMove } from '../moves/after-move.ts';
import { notifyDevices } from '../push/notify-devices.ts';
import { queueSubmissionsMail } from './brands/queue-submissions.ts';
import { offerMovedEmail } from './creators/offer-emails.ts';

const dropOriginalsUnderWay: AfterMove = async (writer, { offers, now }) => {
  for (const { offerId } of offers) await dropOriginals(writer, { offerId, now });
};

const reviveLinks: AfterMove = async (writer, { offers }) => {
  for (const { offerId } of offers) await reviveLink(writer, offerId);
};

/** Effects of individual moves, besides the notices. */
const handlers: Readonly<Partial<Record<MoveName, readonly AfterMove[]>>> = {
  'request-changes': [dropOriginalsUnderWay],
  withdraw: [dropOriginalsUnderWay],
  'remove-post': [dropOriginalsUnderWay],
  invalidate: [dropOriginalsUnderWay],
  // The email links to the offer's page, and the links may have been revoked with the offer.
  reopen: [reviveLinks],
};

/**
 * Queues the notices of a move, as listed in the table of moves, in the move's own transaction. They are rendered
 * when they are sent, and dropped if they are obsolete by then.
 */
async function queueNotices(writer: BrandWriter, { move, toStage, offers, now }: MadeMove): Promise<void> {
  const { notices = {} } = moveRule(move);
  if (notices.brand === 'submission' && toStage === 'AWAITING_EVIDENCE_CLEARANCE') {
    await queueSubmissionsMail(writer, now);
    for (const { offerId } of offers) await notifyDevices(writer.db, { brandId: writer.brandId, offerId, now });
  }
  if (notices.creator !== undefined) await notifyCreators(writer, offers, now);
}

async function notifyCreators(writer: BrandWriter, offers: MadeMove['offers'], now: Date): Promise<void> {
  const { db, brandId } = writer;
  const known = await creatorsOfOffers(
    writer,
    offers.map(({ offerId }) => offerId),
  );
  const mails = offers.flatMap(({ offerId, sequence }) => {
    const creator = known.get(offerId);
    const content = offerMovedEmail.of({ offerId, sequence });
    return creator === undefined ? [] : [{ brandId, recipient: creator.email, content, now }];
  });
  await queueMails(db, mails);
}

/** Runs everything that follows a move, in the move's transaction. */
export const afterMove: AfterMove = async (writer, moved) => {
  for (const handle of handlers[moved.move] ?? []) await handle(writer, moved);
  await queueNotices(writer, moved);
};
