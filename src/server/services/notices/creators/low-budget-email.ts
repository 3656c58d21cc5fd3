import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import * as v from 'valibot';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { formatUsd } from '#domain/money/money.ts';
import { reviewStages, stagesBeforeReview } from '#domain/offers/offer-moves.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { fulfillments, offers } from '#server/database/tables/tables.ts';
import { creatorsOfOffers } from '#server/services/creators/creators-of-offers.ts';
import { defineEmail } from '#server/services/mail/email-kind.ts';
import { queueMails } from '#server/services/mail/outbox.ts';
import { type CreatorEmailText, namesOf, taskOf } from './creator-email-texts.ts';
import { composeForCreator, type OfferEmailDeps } from './offer-emails.ts';

/** Number of offers per statement, to stay below PostgreSQL's limit on parameters. */
const atOnce = 500;
/** Stages of an accepted offer whose post isn't approved. */
const accepted = [...stagesBeforeReview, ...reviewStages].filter((stage) => stage !== 'OFFERED');

/**
 * Email to the creator of an accepted offer without a post: the campaign is ending, since most of its budget is spent.
 */
export const lowBudgetEmail = defineEmail({
  kind: 'offer-low-budget',
  data: { offerId: v.string() },
  render: (deps: OfferEmailDeps, mail, { offerId }) =>
    composeForCreator(deps, mail, {
      offerId,
      isReminder: true,
      textFor,
    }),
});

function textFor(offer: CreatorOffer): CreatorEmailText | null {
  const { isEnding, isPaused, hasEnded } = offer.campaign;
  const { pay } = offer;
  const next = nextOf(offer);
  if (!isEnding || isPaused || hasEnded || next === null || pay.kind !== 'per-thousand-views') return null;
  const { cpmCents, leftCents } = pay;
  if (leftCents === null || leftCents <= 0) return null;
  const { brand, campaign } = namesOf(offer);
  const left = formatUsd(leftCents);
  return {
    subject: `${campaign} is running low on budget: ${left} left`,
    paragraphs: [
      `${brand}’s campaign “${campaign}” has ${left} of its budget left, shared by all creators. You earn ${formatUsd(cpmCents)} per 1,000 views until it’s used up; later views aren’t paid.`,
      next.text,
      'If the budget is used up first, your offer ends and you won’t be paid for it.',
    ],
    label: next.label,
  };
}

/** Returns the creator's next step; null if there is none, or if a post is already in review. */
function nextOf(offer: CreatorOffer): { text: string; label: string } | null {
  const label = 'Open your page';
  const { brand } = namesOf(offer);
  if (offer.ended !== null || offer.blocked !== null) return null;
  if (offer.draft?.state === 'processing') {
    return { text: `We’re preparing your video and will pass it to ${brand}. You don’t need to do anything.`, label };
  }
  switch (offer.stage.type) {
    case 'AWAITING_PARENT_CONTRACT':
    case 'AWAITING_CONTRACT':
      return { text: 'We’re waiting for the signed contract, and will email you about the next step.', label };
    case 'AWAITING_PACKAGE':
      return { text: 'We’re preparing your package, and will email you once it ships.', label };
    case 'AWAITING_CUSTOM_CAPTION_CLEARANCE':
      return { text: 'Your caption is in review. We’ll email you when it’s approved.', label };
    case 'AWAITING_EVIDENCE_CLEARANCE':
      if (offer.evidenceType === 'PUBLISHED_VIDEO_URL') return null;
      return {
        text: `${brand} is reviewing your draft. Please don’t post it yet: we’ll email you their answer.`,
        label,
      };
    case 'OFFERED':
      return null;
    default:
      return taskOf(offer);
  }
}

/**
 * Queues an email to each creator of an accepted offer without a post, in the transaction that sets the campaign to
 * ending. Creators who turned reminders off or are blocked get none.
 */
export async function notifyCreatorsOfLowBudget(writer: BrandWriter, campaignId: string, now: Date): Promise<void> {
  const isCurrent = and(eq(fulfillments.brandId, offers.brandId), eq(fulfillments.id, offers.fulfillmentId));
  const rows = await writer.db
    .select({ id: offers.id })
    .from(offers)
    .leftJoin(fulfillments, isCurrent)
    .where(
      writer.own(
        offers,
        eq(offers.campaignId, campaignId),
        inArray(offers.stageType, accepted),
        isNull(offers.invalidationType),
        // A post in review is already published.
        or(
          ne(offers.stageType, 'AWAITING_EVIDENCE_CLEARANCE'),
          isNull(fulfillments.id),
          ne(fulfillments.evidenceType, 'PUBLISHED_VIDEO_URL'),
        ),
      ),
    )
    .orderBy(asc(offers.id));
  for (let first = 0; first < rows.length; first += atOnce) {
    const offerIds = rows.slice(first, first + atOnce).map(({ id }) => id);
    const known = await creatorsOfOffers(writer, offerIds);
    const mails = offerIds.flatMap((offerId) => {
      const creator = known.get(offerId);
      if (creator === undefined || creator.remindersOffAt !== null || creator.blockedAt !== null) return [];
      const content = lowBudgetEmail.of({ offerId });
      return [{ brandId: writer.brandId, recipient: creator.email, content, now }];
    });
    await queueMails(writer.db, mails);
  }
}
