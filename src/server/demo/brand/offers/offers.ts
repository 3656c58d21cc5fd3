import { between, chance, idFrom, pick, type Random, shuffle } from '#server/demo/random.ts';
import type { PlannedCampaign } from '../campaigns.ts';
import type { CreatorPools, CreatorRow } from '../creators.ts';
import { historyOf, type MoveRow } from '../history.ts';
import { postUrl } from '../links.ts';
import { after, dayMs, earlier, hourMs, later, minuteMs } from '../times.ts';
import { type FulfillmentRow, generateHistory, type OfferRow } from './offer-history.ts';
import type { OfferPlan } from './offer-plan.ts';
import type { PublishedPost } from './posts.ts';

export interface GeneratedOffers {
  offers: OfferRow[];
  fulfillments: FulfillmentRow[];
  moves: MoveRow[];
  published: PublishedPost[];
}

interface OfferContext {
  now: Date;
  revision: number;
  brandName: string;
  creators: CreatorPools;
}

/** A campaign's planned offers, each to a different creator on its platforms, with their submissions and posts. */
export function generateOffers(
  random: Random,
  campaign: PlannedCampaign,
  plans: readonly OfferPlan[],
  context: OfferContext,
): GeneratedOffers {
  const made: GeneratedOffers = { offers: [], fulfillments: [], moves: [], published: [] };
  const creators = creatorsFor(random, campaign, plans.length, context.creators);
  for (const [i, plan] of plans.entries()) {
    const creator = creators[i];
    if (creator === undefined) break;
    const { offer, tries, published } = generateOffer(random, { campaign, plan, creator, context });
    made.offers.push(offer);
    made.fulfillments.push(...tries);
    made.moves.push(...historyOf(offer, tries));
    if (published) made.published.push(published);
  }
  return made;
}

/** Picks creators from the campaign's platforms in turn, so that every platform is represented. */
function creatorsFor(random: Random, { plan }: PlannedCampaign, count: number, pools: CreatorPools): CreatorRow[] {
  const queues = shuffle(random, plan.platforms).map((platform) => shuffle(random, pools.get(platform) ?? []));
  const chosen: CreatorRow[] = [];
  while (chosen.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const creator = queue.pop();
      if (creator !== undefined) chosen.push(creator);
    }
  }
  return shuffle(random, chosen.slice(0, count));
}

interface OfferInput {
  campaign: PlannedCampaign;
  plan: OfferPlan;
  creator: CreatorRow;
  context: OfferContext;
}

/** An offer in its planned stage, with times within its campaign's dates. */
export function generateOffer(
  random: Random,
  { campaign, plan, creator, context }: OfferInput,
): { offer: OfferRow; tries: FulfillmentRow[]; published: PublishedPost | null } {
  const { brandId, id: campaignId, startAt } = campaign.row;
  const { now, revision, brandName } = context;
  const historyEndsAt = historyEnd(random, campaign, plan, now);
  const offerId = idFrom(random, 'off', later(startAt, after(historyEndsAt, -7 * dayMs)));
  const link = () => postUrl(random, creator);
  const { scene } = campaign.plan;
  const history = generateHistory(random, {
    brandId,
    offerId,
    tries: plan.tries,
    endsAt: historyEndsAt,
    notBefore: after(startAt, hourMs),
    scene,
    brandName,
    link,
  });
  const enteredAt = stageEntered(random, campaign, plan, historyEndsAt, now);
  const last = history.rows.at(-1);
  const isPublished = last?.acceptedAt != null && last.evidenceType === 'PUBLISHED_VIDEO_URL';
  const finalPostUrl = isPublished ? last.fulfillment : null;
  const offer: OfferRow = {
    brandId,
    id: offerId,
    campaignId,
    creatorId: creator.id,
    stageType: plan.stage,
    stageEnteredAt: enteredAt,
    fulfillmentId: last?.id ?? null,
    invalidationType: plan.invalidationType ?? null,
    finalPostUrl,
    linkGeneration: 1,
    linkSince: 1,
    createdAt: earlier(enteredAt, later(startAt, after(history.beganAt, -between(random, 8, 40) * hourMs))),
    updatedAt: enteredAt,
    revision,
  };
  const { postedAt } = history;
  const published = finalPostUrl && postedAt ? { offerId, campaignId, creator, postedAt, finalPostUrl } : null;
  return { offer, tries: history.rows, published };
}

const isOpen = ({ stage }: OfferPlan) =>
  stage === 'OFFERED' || stage.startsWith('SUBMIT_') || stage.startsWith('AWAITING_C');

/** Time of the last event between creator and brand. */
function historyEnd(random: Random, { row, plan: { state } }: PlannedCampaign, plan: OfferPlan, now: Date): Date {
  const lastMoment = after(now, -between(random, 2, 40) * minuteMs);
  if (plan.stage === 'AWAITING_EVIDENCE_CLEARANCE') {
    // Most reviews are recent; a few have been pending for days.
    const age = chance(random, 0.35) ? between(random, 4, 110) * minuteMs : between(random, 2, 80) * hourMs;
    return later(after(now, -age), after(row.startAt, 3 * hourMs));
  }
  const isPast = state === 'goal-reached' || state === 'end-reached';
  if (isOpen(plan) || (plan.tries.length === 0 && !isPast)) {
    const oldestHours = plan.stage === 'OFFERED' ? 60 : 110;
    return later(
      after(now, -between(random, 0.2, oldestHours) * hourMs),
      after(row.startAt, between(random, 1, 6) * hourMs),
    );
  }
  // Posts are spread over the campaign, with more of them near its start.
  const end = earlier(row.endAt ?? after(row.startAt, 30 * dayMs), lastMoment);
  const from = after(row.startAt, Math.min(3 * dayMs, (end.getTime() - row.startAt.getTime()) / 3));
  const share = random() ** 1.3;
  return earlier(after(from, share * (end.getTime() - from.getTime())), lastMoment);
}

/** The stage begins when the history ends or, for earned and invalidated offers, some days after the campaign's end. */
function stageEntered(random: Random, { row }: PlannedCampaign, plan: OfferPlan, historyEndsAt: Date, now: Date): Date {
  const isLate =
    plan.stage === 'CLEARED' || plan.stage === 'AWAITING_EARNING_CLEARANCE' || plan.stage === 'INVALIDATED';
  if (!isLate) return historyEndsAt;
  const waits = pick(random, [0.5, 1, 2, 3, 5]) * dayMs;
  const end = row.endAt ?? historyEndsAt;
  const settled = later(after(historyEndsAt, between(random, 2, 30) * hourMs), after(end, waits));
  return earlier(settled, after(now, -between(random, 3, 200) * minuteMs));
}
