import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { formatUsd } from '#domain/money/money.ts';
import { lastWholeDay, settlementDays } from '#domain/money/spend.ts';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import { type BrandScope, type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { readCosts, readSpend } from '../figures/campaign-spend.ts';
import { bookFees, budgetReturnedBySettlement, settleBudget } from '../ledger/campaign-budget.ts';
import { saveEarnings } from '../ledger/earnings.ts';
import { settlementTerms } from '../ledger/settlement-terms.ts';
import { markUnread } from '../moves/make-move.ts';
import { setAsideCents } from '../moves/proposal.ts';
import { hasEnded, hasStarted, isUnsettledRow, plannedEnd } from '../moves/state/campaign-state.ts';
import { hasApprovedPost } from '../moves/state/places.ts';
import { notifyOfCampaign } from '../notices/brands/notify-of-campaign.ts';
import { independentTasks } from '../shared/independent-tasks.ts';
import { settleOffers } from './due-offers.ts';

type CampaignRow = typeof campaigns.$inferSelect;
type BrandRow = typeof brands.$inferSelect;

const dayMs = 86_400_000;

/** The time at which a campaign ended; the planned end for older campaigns, which have no stored time. */
const endOf = sql<Date>`coalesce(${campaigns.endedAt}, ${plannedEnd})`.mapWith(campaigns.endedAt);

interface SettleOptions {
  /** False to skip the brand's email and push notification. */
  isNews?: boolean;
  /** True to count today's views so far. */
  countToday?: boolean;
}

export interface SettlementResult {
  campaignId: string;
  name: string;
  earnedCents: number;
  returnedCents: number;
  /** False if the campaign was already settled. */
  changed: boolean;
}

/**
 * Settles an ended campaign, in the writer's transaction. Freezes its last billed day, each offer's earnings and its
 * spend, makes the last moves of its offers, and returns the rest of its budget. Settling again changes nothing.
 * @throws {CommandError} before the campaign's end, and on the day of its end unless that day should count
 */
export async function settleCampaign(
  writer: BrandWriter,
  campaignId: string,
  now: Date,
  { isNews = true, countToday = false }: SettleOptions = {},
): Promise<SettlementResult> {
  const isThis = writer.own(campaigns, eq(campaigns.id, campaignId));
  const [row] = await writer.db
    .select({ campaign: campaigns, brand: brands, endedAt: endOf })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(isThis);
  if (row === undefined) throw new CommandError(`Campaign ${campaignId} no longer exists.`);
  const { campaign, brand, endedAt } = row;
  const name = campaign.name ?? `${brand.name} Campaign`;
  if (campaign.settledAt !== null) {
    const earnedCents = campaign.spentCents ?? 0;
    const returnedCents = await budgetReturnedBySettlement(writer, campaignId);
    return { campaignId, name, earnedCents, returnedCents, changed: false };
  }
  const countedUntil = countToday ? dayOf(now) : lastWholeDay(now);
  requireEnded(campaign, endedAt, countedUntil);

  const earned = await earnedIn(writer, campaign, brand, countedUntil);
  const earnedCents = [...earned.values()].reduce((sum, cents) => sum + cents, 0);
  await writer.db
    .update(campaigns)
    .set({ settledAt: now, countedUntil, spentCents: earnedCents, revision: writer.revision })
    .where(isThis);
  await saveEarnings(writer, { campaignId, cents: earned, settledAt: now });
  const isPaidByProvider = campaign.campaignType === 'FLAT_FEE' && campaign.proposalAcceptedAt === null;
  if (isPaidByProvider) await bookFees(writer, campaignId, earnedCents, now);
  const reason = reasonOf(campaign, earnedCents);
  const returnedCents = await settleBudget(writer, { id: campaignId, name }, { earnedCents, reason }, now);
  await settleOffers(writer, campaignId, now);
  // A campaign archived before its start got its budget back then.
  if (isNews && hasStarted(campaign)) {
    await markUnread(writer, [campaignId]);
    await notifyOfCampaign(writer, { campaignId, news: 'settled', now });
  }
  return { campaignId, name, earnedCents, returnedCents, changed: true };
}

function requireEnded(campaign: CampaignRow, endedAt: Date, countedUntil: string): void {
  if (campaign.approvalStatus !== 'APPROVED' || !hasEnded(campaign)) {
    throw new CommandError(`Campaign ${campaign.id} hasn’t ended. It can be settled from the day after it ends.`);
  }
  if (dayOf(endedAt) > countedUntil) {
    throw new CommandError(
      `Campaign ${campaign.id} ended today, and today’s views still change. Settle it tomorrow (UTC), or use --today to count those known so far.`,
    );
  }
}

/** Returns earnings of a campaign's offers, in cents, by views up to a day or by approved post. */
async function earnedIn(
  writer: BrandWriter,
  campaign: CampaignRow,
  brand: BrandRow,
  until: string,
): Promise<ReadonlyMap<string, number>> {
  switch (campaign.campaignType) {
    case 'DROP':
      return new Map();
    case 'FLAT_FEE': {
      const fee = campaign.feeCents ?? 0;
      return new Map((await withApprovedPost(writer, campaign.id)).map((offerId) => [offerId, fee]));
    }
    case 'CPM': {
      const terms = await settlementTerms(writer, campaign, brand);
      const { budgetDay } = await readSpend(writer, campaign.id, terms, until);
      return readCosts(writer, campaign.id, terms, budgetDay, until);
    }
  }
}

/** Returns offers of a campaign whose post was approved, regardless of later changes to the post. */
async function withApprovedPost(scope: BrandScope, campaignId: string): Promise<string[]> {
  const rows = await scope.db
    .select({ id: offers.id })
    .from(offers)
    .where(scope.own(offers, eq(offers.campaignId, campaignId), hasApprovedPost))
    .orderBy(asc(offers.id));
  return rows.map(({ id }) => id);
}

/** Describes a campaign's end and spend, for the payment that returns the rest. */
function reasonOf(campaign: CampaignRow, spentCents: number): string {
  const { status, workerStatus, workerBudgetCents, endedAt } = campaign;
  const on = endedAt === null ? '' : ` on ${dayText(dayOf(endedAt))}`;
  const spent = `${formatUsd(spentCents)} of ${formatUsd(workerBudgetCents ?? setAsideCents(campaign) ?? 0)} was spent.`;
  if (workerStatus === 'ENDED_SUCCESSFULLY') return `Reached its goal${on}. ${spent}`;
  if (workerStatus !== 'ENDED_UNSUCCESSFULLY' && status === 'ARCHIVED') return `Archived${on}. ${spent}`;
  return `Ended${on}. ${spent}`;
}

/** Returns campaigns due for settlement, of one brand or of all, each with its due time. */
export function findUnsettledCampaigns(db: Database, now: Date, brandId?: string) {
  return db
    .select({
      ...{ brandId: campaigns.brandId, id: campaigns.id },
      dueAt: sql<Date>`${endOf} + make_interval(days => ${settlementDays})`.mapWith(campaigns.endedAt),
    })
    .from(campaigns)
    .where(
      and(
        brandId === undefined ? undefined : eq(campaigns.brandId, brandId),
        isUnsettledRow(),
        lte(endOf, new Date(now.getTime() - settlementDays * dayMs)),
      ),
    )
    .orderBy(asc(campaigns.brandId), asc(campaigns.id));
}

/**
 * Settles all campaigns that are due, for all brands, each in its own transaction.
 * @returns the number of campaigns settled
 * @throws {AggregateError} if some couldn't be settled; all others were
 */
export async function settleDue(db: Database, now: Date): Promise<number> {
  const tasks = independentTasks();
  let settled = 0;
  for (const { brandId, id } of await findUnsettledCampaigns(db, now)) {
    const settle = () => writeBrand({ db, brandId }, (writer) => settleCampaign(writer, id, now));
    if ((await tasks.run(`settle:${id}`, settle)) !== undefined) settled += 1;
  }
  tasks.end();
  return settled;
}

/**
 * Settles a campaign early, at the team's request.
 * @throws {CommandError} as {@link settleCampaign} does, and for a campaign that doesn't exist
 */
export async function settleNow(
  { db, now }: { db: Database; now: () => Date },
  { campaignId, countToday }: { campaignId: string; countToday: boolean },
): Promise<SettlementResult> {
  const [found] = await db.select({ brandId: campaigns.brandId }).from(campaigns).where(eq(campaigns.id, campaignId));
  if (found === undefined) throw new CommandError(`There is no campaign ${campaignId}.`);
  return writeBrand({ db, brandId: found.brandId }, (writer) =>
    settleCampaign(writer, campaignId, now(), { countToday }),
  );
}
