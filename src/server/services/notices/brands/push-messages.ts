import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { PushMessage } from '#contract/account/push.ts';
import { withoutControls } from '#contract/wire/controls.ts';
import { formatUsd } from '#domain/money/money.ts';
import { type BrandScope, brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import type { CampaignNews } from '#server/database/tables/push-tables.ts';
import { brands, campaigns, creators, fulfillments, offers } from '#server/database/tables/tables.ts';
import { isUnderReview, readReviewTerms } from '#server/services/moves/state/offers.ts';
import { readLowBudget, topUpPath } from '#server/services/notices/low-budget.ts';
import type { DeviceRow } from '#server/services/push/devices.ts';
import { dueText } from './due-text.ts';

/**
 * Returns the current messages for a device: about its campaign and submissions to review. A suspended brand gets none,
 * since its app is closed.
 */
export async function composePushes(
  db: Database,
  { brandId, offerId, campaignId, campaignNews }: PendingNews,
  publicUrl: string,
): Promise<PushMessage[]> {
  const scope = brandScope(db, brandId);
  const [brand] = await db.select({ suspendedAt: brands.suspendedAt }).from(brands).where(eq(brands.id, brandId));
  if (brand?.suspendedAt != null) return [];
  const [counted] = await db.select({ total: count() }).from(offers).where(scope.own(offers, isUnderReview()));
  const total = counted?.total ?? 0;
  const messages = [
    campaignId && campaignNews && (await composeCampaign(scope, { campaignId, campaignNews })),
    offerId && total > 0 && (await composeSubmission(scope, offerId, total)),
  ];
  return messages.flatMap((message) =>
    message
      ? { web_push: 8030, notification: { ...message, ...display(message.navigate, publicUrl) }, app_badge: total }
      : [],
  );
}

type PendingNews = Pick<DeviceRow, 'brandId' | 'offerId' | 'campaignId' | 'campaignNews'>;
/** `navigate` is a path. A newer notification replaces an older one with the same tag. */
type Notice = Required<Pick<PushMessage['notification'], 'title' | 'body' | 'navigate' | 'tag'>>;

const display = (path: string, publicUrl: string) =>
  ({ navigate: `${publicUrl}${path}`, lang: 'en', dir: 'ltr' }) as const;

const newsWords: Readonly<Record<Exclude<CampaignNews, 'low-budget'>, string>> = {
  proposed: 'has a proposal to review',
  approved: 'is approved',
  rejected: 'was not approved',
  begun: 'has started',
  ended: 'has ended',
  settled: 'is settled',
};

async function composeCampaign(
  scope: BrandScope,
  { campaignId, campaignNews }: { campaignId: string; campaignNews: CampaignNews },
): Promise<Notice | null> {
  const [row] = await scope.db
    .select({ name: campaigns.name, brand: brands.name, reason: campaigns.rejectionReason })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(scope.own(campaigns, eq(campaigns.id, campaignId)));
  if (row === undefined) return null;
  const name = short(row.name ?? `${row.brand} Campaign`);
  if (campaignNews === 'low-budget') {
    const budget = await readLowBudget(scope, campaignId);
    return (
      budget && {
        title: `${name} has used ${budget.percent}% of its budget`,
        body: `${formatUsd(budget.leftCents)} left. Tap to add to the budget.`,
        navigate: topUpPath(campaignId),
        tag: 'campaign',
      }
    );
  }
  return {
    title: `${name} ${newsWords[campaignNews]}`,
    body: campaignNews === 'rejected' && row.reason !== null ? short(row.reason) : 'Tap to open the campaign.',
    navigate: `/dashboard/campaigns/${campaignId}`,
    tag: 'campaign',
  };
}

/** One notification summarizes everything pending. */
async function composeSubmission(scope: BrandScope, offerId: string, total: number): Promise<Notice | null> {
  const [offer] = await scope.db
    .select({
      id: offers.id,
      campaignId: offers.campaignId,
      campaign: campaigns.name,
      brand: brands.name,
      firstName: creators.firstName,
      lastName: creators.lastName,
      username: creators.username,
      evidenceType: fulfillments.evidenceType,
      enteredAt: offers.stageEnteredAt,
    })
    .from(offers)
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .innerJoin(fulfillments, and(eq(fulfillments.brandId, offers.brandId), eq(fulfillments.id, offers.fulfillmentId)))
    .where(scope.own(offers, isUnderReview()))
    // Prefer the submission that triggered the push, unless it is already decided.
    .orderBy(desc(sql`${offers.id} = ${offerId}`), desc(offers.stageEnteredAt), desc(offers.id))
    .limit(1);
  if (offer === undefined) return null;
  const creator = `${offer.firstName} ${offer.lastName}`.trim() || offer.username;
  const what = offer.evidenceType === 'PUBLISHED_VIDEO_URL' ? 'a post link' : 'a draft';
  const due = dueText(offer.enteredAt, await readReviewTerms(scope));
  const waiting = total === 1 ? '1 submission to review' : `${total} submissions to review`;
  return {
    title: `${short(creator)} sent ${what}`,
    body: `${short(offer.campaign ?? `${offer.brand} Campaign`)} · ${waiting}${due}`,
    navigate: `/dashboard/review?${new URLSearchParams({ offer: offer.id })}`,
    tag: 'submissions',
  };
}

/**
 * Shortens a name, since lock screens have little space, and removes control characters, so that an untrusted name
 * can't look like a separate line.
 */
function short(name: string): string {
  const plain = withoutControls(name);
  return plain.length <= 60 ? plain : `${plain.slice(0, 59)}…`;
}
