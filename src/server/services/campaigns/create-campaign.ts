import { eq, inArray } from 'drizzle-orm';
import type { createCampaign as endpoint, SocialPlatform } from '#contract/brand/campaign.ts';
import type { RequestOf } from '#contract/wire/endpoint.ts';
import { type Flags, isSwitchedOn } from '#domain/campaigns/flags.ts';
import { formatCount } from '#domain/money/money.ts';
import { projectedViews } from '#domain/money/reach.ts';
import { offeredPlatforms } from '#domain/posts/handles.ts';
import { limits } from '#domain/shared/limits.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { brands, campaigns, tags } from '#server/database/tables/tables.ts';
import { ApiError, type Issue, notFound } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import { holdBudget, releaseBudget, requireNoDebt } from '../ledger/campaign-budget.ts';

type Creation = RequestOf<typeof endpoint>['body'];
type BrandRow = typeof brands.$inferSelect;

interface Params {
  /** The provider's feature flags, which apply to every client. */
  flags: Flags;
  now: Date;
}

/**
 * Creates a campaign for review and holds its budget. A campaign that it replaces is archived first, which releases
 * that budget.
 * @throws {ApiError} 400 for values that the wizard wouldn't send, 402 if the available balance is too low, 404 or 409
 * if the replaced campaign can't be archived
 */
export async function createCampaign(
  writer: BrandWriter,
  creation: Creation,
  { flags, now }: Params,
): Promise<{ id: string }> {
  const { brandId, db, revision } = writer;
  const [brand] = await db.select().from(brands).where(eq(brands.id, brandId));
  if (brand === undefined) throw notFound('Brand not found.');
  const platforms = [...new Set(creation.socialPlatforms)];
  const tagIds = [...new Set(creation.tagIds)];
  const issues = [
    ...platformIssues(platforms, brand, flags),
    ...(await tagIssues(writer, tagIds)),
    ...dateIssues(creation),
    ...budgetIssues(creation, brand),
  ];
  const [first] = issues;
  if (first !== undefined) throw new ApiError('invalid_request', first.message, { issues });
  await requireNoDebt(writer);
  const { replacesCampaignId = null, endAtDeltaSecs } = creation;
  if (replacesCampaignId !== null) await archiveReplaced(writer, replacesCampaignId, now);

  const id = newId('cmp', now);
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const budgetCents = creation.campaignType === 'CPM' ? (creation.cpmBudgetCents ?? null) : null;
  await db.insert(campaigns).values({
    brandId,
    id,
    name: creation.title,
    campaignType: creation.campaignType,
    startAt: after(creation.startAtDeltaSecs),
    endAt: endAtDeltaSecs == null ? null : after(endAtDeltaSecs),
    platforms,
    tagIds,
    dos: creation.dos,
    donts: creation.donts,
    cpmBudgetCents: budgetCents,
    brief: briefOf(creation),
    replacesCampaignId,
    createdAt: now,
    revision,
  });
  if (budgetCents !== null) await holdBudget(writer, id, budgetCents, now);
  return { id };
}

/** Campaigns can run only on offered platforms; the others exist for display. */
function platformIssues(platforms: SocialPlatform[], brand: BrandRow, flags: Flags): Issue[] {
  const issue = (message: string) => [{ path: 'body.socialPlatforms', message }];
  if (platforms.length > 1 && !flags.crossPlatformCampaigns)
    return issue('A campaign can run on only one social platform');
  return platforms.flatMap((platform) => {
    const offered = offeredPlatforms.find((known) => known.platform === platform);
    if (offered === undefined) return issue('Expected a platform that campaigns can run on.');
    if (!isSwitchedOn(offered.platform, flags)) return issue(`${offered.label} isn’t available right now`);
    return brand[offered.field]?.trim() ? [] : issue(`${offered.label} username is required`);
  });
}

async function tagIssues({ db }: BrandWriter, tagIds: string[]): Promise<Issue[]> {
  const known = await db.select({ retiredAt: tags.retiredAt }).from(tags).where(inArray(tags.id, tagIds));
  const issue = (message: string) => [{ path: 'body.tagIds', message }];
  if (known.length < tagIds.length) return issue('Expected existing tags.');
  return known.some(({ retiredAt }) => retiredAt !== null)
    ? issue('One of the tags is no longer available. Please choose again.')
    : [];
}

/** Maximum time until the start or end. Much later dates can't be written as `YYYY-MM-DD`. */
const farthestSecs = 100 * 366 * 86_400;

function dateIssues({ startAtDeltaSecs, endAtDeltaSecs }: Creation): Issue[] {
  if (Math.max(startAtDeltaSecs, endAtDeltaSecs ?? 0) > farthestSecs) {
    return [{ path: 'body.startAtDeltaSecs', message: 'Expected dates within 100 years.' }];
  }
  if (endAtDeltaSecs == null || endAtDeltaSecs > startAtDeltaSecs) return [];
  return [{ path: 'body.endAtDeltaSecs', message: 'Expected an end date after the start date.' }];
}

function budgetIssues({ campaignType, cpmBudgetCents }: Creation, { cpmCents }: BrandRow): Issue[] {
  if (campaignType !== 'CPM') return [];
  const issue = (message: string) => [{ path: 'body.cpmBudgetCents', message }];
  if (cpmBudgetCents == null) return issue('Budget is required');
  return projectedViews(cpmBudgetCents, cpmCents) < limits.minProjectedViews
    ? issue(`Projected views must be at least ${formatCount(limits.minProjectedViews)}`)
    : [];
}

/** Approval acquires the same brand lock, so a campaign is either approved or replaced, never both. */
async function archiveReplaced(writer: BrandWriter, id: string, now: Date): Promise<void> {
  const isThis = writer.own(campaigns, eq(campaigns.id, id));
  const [replaced] = await writer.db.select().from(campaigns).where(isThis);
  if (replaced === undefined) throw notFound('Campaign not found.');
  if (replaced.status === 'ARCHIVED') {
    throw new ApiError('campaign_archived', 'This campaign is archived, so it can no longer be edited.');
  }
  if (replaced.approvalStatus === 'APPROVED') {
    throw new ApiError('invalid_request', 'This campaign has been approved, so it can no longer be edited.');
  }
  await releaseBudget(writer, id, now);
  await writer.db.update(campaigns).set({ status: 'ARCHIVED', endedAt: now, revision: writer.revision }).where(isThis);
}

const briefOf = ({
  media,
  postingMedia = null,
  talkingPoints,
  extraNotes = null,
  captions,
  hasCustomCaption,
  isCustomContent,
  campaignType,
  product = null,
}: Creation) => ({
  ...{ media, postingMedia, talkingPoints, extraNotes, captions, hasCustomCaption, isCustomContent },
  ...(campaignType === 'DROP' ? { product } : {}),
});
