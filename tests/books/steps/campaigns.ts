import { eq } from 'drizzle-orm';
import { productionFlags } from '#domain/campaigns/flags.ts';
import { formatUsd } from '#domain/money/money.ts';
import { dayOf } from '#domain/time/period.ts';
import { makeDueMoves } from '#server/clocks/campaign-clock.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { brands } from '#server/database/tables/tables.ts';
import { decideOnCampaign } from '#server/services/admin/campaigns.ts';
import { readCampaign, updateCampaign } from '#server/services/campaigns/campaigns.ts';
import { changeCampaign } from '#server/services/campaigns/change-campaign.ts';
import { createCampaign } from '#server/services/campaigns/create-campaign.ts';
import { settleNow } from '#server/services/campaigns/settle.ts';
import type { Random } from '#tests/fuzz/random.ts';
import { newCampaign } from '#tests/support/calls/campaigns.ts';
import {
  allCampaigns,
  attempt,
  type KnownBrand,
  type KnownCampaign,
  type Life,
  nextNumber,
  oneOf,
  type Step,
} from '../life.ts';

const daySecs = 86_400;

interface OfCampaign {
  brand: KnownBrand;
  campaign: KnownCampaign;
}

interface Creating {
  dice: Random;
  cpmCents: number;
}

/**
 * A brand requests a campaign, or replaces one that awaits approval. Most budgets are below the API's $100, since in a
 * budget of a few cents each one matters.
 */
export async function createCampaignOf(life: Life, brand: KnownBrand, { dice, cpmCents }: Creating): Promise<string> {
  const isFirst = brand.campaigns.length === 0;
  const type = dice.chance(isFirst ? 0.85 : 0.8) ? 'CPM' : dice.pick(['FLAT_FEE', 'DROP'] as const);
  // The budget must buy at least 50,000 views.
  const cpmBudgetCents = type === 'CPM' ? 50 * cpmCents + dice.below(50 * cpmCents) : null;
  const startAtDeltaSecs = isFirst || dice.chance(0.7) ? 0 : dice.below(4 * daySecs);
  const endAtDeltaSecs = dice.chance(0.3) ? null : startAtDeltaSecs + (1 + dice.below(12)) * daySecs;
  const replaced = dice.chance(0.15) ? oneOf(dice, brand.campaigns) : null;
  const title = `Campaign ${nextNumber(life)}`;
  const asked = newCampaign({
    ...{ tagIds: [], title, campaignType: type, cpmBudgetCents, startAtDeltaSecs, endAtDeltaSecs },
    ...(replaced === null ? {} : { replacesCampaignId: replaced.id }),
  });
  const none = { media: [], talkingPoints: [], captions: [], hasCustomCaption: false, isCustomContent: false };
  const now = life.clock.now();
  const how = await attempt(async () => {
    const { id } = await writeBrand({ db: life.db, brandId: brand.id }, (writer) =>
      createCampaign(writer, { ...asked, ...none }, { flags: productionFlags, now }),
    );
    const firstDay = dayOf(new Date(now.getTime() + startAtDeltaSecs * 1000));
    brand.campaigns.push({
      ...{ id, name: title, type, budgetCents: cpmBudgetCents ?? 0, firstDay, cpmCents: null, feeCents: 0, offers: [] },
      ...{ proposal: null, viewsBefore: null, endedAt: null, isSettledEarly: false, countsToday: false, frozen: null },
    });
    return undefined;
  });
  const pay = type === 'CPM' ? `${formatUsd(cpmBudgetCents ?? 0)} at ${cpmCents} cents per thousand` : type;
  const days = (secs: number | null) => (secs === null ? 'never' : `in ${(secs / daySecs).toFixed(1)} days`);
  const dates = `starts ${days(startAtDeltaSecs)}, ends ${days(endAtDeltaSecs)}`;
  return `${brand.name} creates ${title} (${pay}; ${dates})${replaced ? ` for ${replaced.name}` : ''}: ${how}`;
}

export const create: Step = {
  name: 'create',
  weight: 2,
  async play(life, dice) {
    const brand =
      life.brands.find((each) => each.paymentIds.length > 0 && each.campaigns.length === 0) ?? dice.pick(life.brands);
    brand.cpmCents = dice.pick([1, 7, 150, 333, 650, 999, 100 + dice.below(900)]);
    await life.db.update(brands).set({ cpmCents: brand.cpmCents }).where(eq(brands.id, brand.id));
    return createCampaignOf(life, brand, { dice, cpmCents: brand.cpmCents });
  },
};

export const decide: Step = {
  name: 'decide',
  weight: 2,
  async play(life, dice) {
    const open = allCampaigns(life).filter(({ campaign }) => campaign.cpmCents === null);
    const found = oneOf(dice, open.length > 0 ? open : allCampaigns(life));
    if (found === null) return null;
    const { campaign, brand } = found;
    const isApproval = dice.chance(0.9);
    if (campaign.type === 'FLAT_FEE' && isApproval) return proposeFee(life, found, dice);
    const order = isApproval
      ? ({ campaignId: campaign.id, decision: 'APPROVED', asks: [] } as const)
      : ({ campaignId: campaign.id, decision: 'REJECTED', reason: 'Too dark.' } as const);
    const how = await attempt(async () => {
      const { changed } = await decideOnCampaign({ db: life.db, now: life.clock.now }, order);
      if (!changed) return 'it was before';
      if (isApproval) campaign.cpmCents = brand.cpmCents;
      return undefined;
    });
    return `The team ${isApproval ? 'approves' : 'rejects'} ${campaign.name}: ${how}`;
  },
};

/**
 * The team proposes a fee. Its brand usually answers at once: perhaps to an outdated proposal, or twice at the same
 * time.
 */
async function proposeFee(life: Life, { brand, campaign }: OfCampaign, dice: Random): Promise<string> {
  const seen = campaign.proposal?.number ?? 1;
  const terms = { feeCents: 1 + dice.below(20_000), creators: 1 + dice.below(3) };
  const proposed = await attempt(async () => {
    const order = { campaignId: campaign.id, decision: 'APPROVED', asks: [], ...terms } as const;
    const { changed } = await decideOnCampaign({ db: life.db, now: life.clock.now }, order);
    if (!changed) return 'nothing new';
    const { proposal } = await writeBrand({ db: life.db, brandId: brand.id }, (writer) =>
      readCampaign(writer, campaign.id),
    );
    campaign.proposal = { number: proposal?.number ?? 0, ...terms };
    return undefined;
  });
  const what = `${formatUsd(terms.feeCents)} for ${terms.creators}`;
  const words = `The team proposes ${what} for ${campaign.name}: ${proposed}`;
  if (campaign.proposal === null || dice.chance(0.1)) return words;
  const number = dice.chance(0.15) ? seen : campaign.proposal.number;
  const answers = dice.chance(0.2) ? [true, dice.chance(0.5)] : [dice.chance(0.85)];
  const answer = (isAccepted: boolean) => answerFee(life, { brand, campaign }, number, isAccepted);
  const answered: string[] = [];
  if (life.isConcurrent) answered.push(...(await Promise.all(answers.map(answer))));
  else for (const isAccepted of answers) answered.push(await answer(isAccepted));
  return `${words}. ${brand.name} ${answered.join(', and ')}`;
}

async function answerFee(life: Life, { brand, campaign }: OfCampaign, proposal: number, isAccepted: boolean) {
  const how = await attempt(async () => {
    const change = isAccepted ? 'accept-proposal' : 'decline-proposal';
    await writeBrand({ db: life.db, brandId: brand.id }, (writer) =>
      changeCampaign(writer, campaign.id, { change, proposal }, life.clock.now()),
    );
    const { feeCents, creators } = campaign.proposal ?? { feeCents: 0, creators: 0 };
    if (isAccepted) Object.assign(campaign, { feeCents, budgetCents: feeCents * creators, cpmCents: brand.cpmCents });
    else campaign.proposal = null;
    return undefined;
  });
  return `${isAccepted ? 'accepts' : 'declines'} proposal ${proposal}: ${how}`;
}

export const archive: Step = {
  name: 'archive',
  weight: 1,
  async play(life, dice) {
    const found = oneOf(dice, allCampaigns(life));
    if (found === null) return null;
    return `${found.brand.name} archives ${found.campaign.name}: ${await archiveNow(life, found)}`;
  },
};

export const archiveNow = (life: Life, { brand, campaign }: OfCampaign) =>
  attempt(async () => {
    await writeBrand({ db: life.db, brandId: brand.id }, (writer) =>
      updateCampaign(writer, campaign.id, { status: 'ARCHIVED' }, life.clock.now()),
    );
    return undefined;
  });

/** A random campaign, preferably one that has ended and isn't settled. */
export function anyToSettle(life: Life, dice: Random) {
  const ended = allCampaigns(life).filter(({ campaign: { endedAt, frozen } }) => endedAt !== null && frozen === null);
  return oneOf(dice, dice.chance(0.8) && ended.length > 0 ? ended : allCampaigns(life));
}

/** The team settles a campaign, and perhaps repeats the command, as after a lost response. */
export const settle: Step = {
  name: 'settle',
  weight: 2,
  async play(life, dice) {
    const found = anyToSettle(life, dice);
    if (found === null) return null;
    const countToday = dice.chance(0.2);
    const words = `The team settles ${found.campaign.name}${countToday ? ' with today’s views' : ''}`;
    const first = await settleOnce(life, found.campaign, countToday);
    const second = dice.chance(0.5) ? await settleOnce(life, found.campaign, countToday) : first;
    // A repeated command must report the same sums.
    if (second.replace('again', 'now') !== first.replace('again', 'now')) {
      throw new Error(`${words}: first it says “${first}”, then “${second}”`);
    }
    return `${words}: ${first}`;
  },
};

export const settleOnce = (life: Life, campaign: KnownCampaign, countToday = false) =>
  attempt(async () => {
    const order = { campaignId: campaign.id, countToday };
    const { changed, earnedCents, returnedCents } = await settleNow({ db: life.db, now: life.clock.now }, order);
    if (changed) Object.assign(campaign, { isSettledEarly: true, countsToday: countToday });
    return `${changed ? 'now' : 'again'}, ${earnedCents} cents earned and ${returnedCents} returned`;
  });

const hourMs = 3_600_000;

/** Time passes, and the server's scheduled jobs may run. */
export const passTime: Step = {
  name: 'pass time',
  weight: 5,
  async play(life, dice) {
    const hours = dice.pick([1, 20, 24, 24, 47, 72, 5 * 24, 31 * 24]);
    life.clock.advance(hours * hourMs);
    const runs = dice.chance(0.7);
    if (runs) await runClock(life);
    return `${hours} hours pass${runs ? ', and the clock runs' : ''}: it is ${life.clock.now().toISOString()}`;
  },
};

export const runClock = (life: Life) => makeDueMoves(life.db, life.clock.now());
