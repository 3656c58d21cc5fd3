import { and, asc, count, eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { campaigns, creators, fulfillments, offers } from '#server/database/tables.ts';
import { isUnderReview } from '../offers.ts';
import { named } from './named.ts';
import type { MailItem, MailText } from './render.ts';

/** More than these are counted, not listed. */
const mostListed = 10;

interface Deps {
  db: Database;
  publicUrl(): string;
}

/** A mail that lists what waits for the brand's review, longest waiting first; null where nothing does any more. */
export async function composeSubmissions(
  { db, publicUrl }: Deps,
  brand: { id: string; name: string },
): Promise<Omit<MailText, 'greeting'> | null> {
  const waits = and(eq(offers.brandId, brand.id), isUnderReview(), eq(campaigns.status, 'ACTIVE'));
  const ofOffer = and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId));
  const [counted] = await db.select({ total: count() }).from(offers).innerJoin(campaigns, ofOffer).where(waits);
  const total = counted?.total ?? 0;
  if (total === 0) return null;
  const rows = await db
    .select({
      offerId: offers.id,
      campaignId: offers.campaignId,
      campaign: campaigns.name,
      firstName: creators.firstName,
      lastName: creators.lastName,
      username: creators.username,
      evidenceType: fulfillments.evidenceType,
      posterUrl: fulfillments.posterUrl,
    })
    .from(offers)
    .innerJoin(campaigns, ofOffer)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .innerJoin(fulfillments, and(eq(fulfillments.brandId, offers.brandId), eq(fulfillments.id, offers.fulfillmentId)))
    .where(waits)
    .orderBy(asc(offers.stageEnteredAt), asc(offers.id))
    .limit(mostListed);

  const address = (path: string) => new URL(path, publicUrl()).href;
  const items = rows.map(
    ({ offerId, campaignId, campaign, firstName, lastName, username, evidenceType, posterUrl }): MailItem => ({
      title: named(`${firstName} ${lastName}`.trim() || `@${username}`),
      note: `${evidenceType === 'VIDEO_WITH_CAPTION' ? 'Draft' : 'Link'} · ${named(campaign ?? `${brand.name} Campaign`)}`,
      image: posterUrl === null ? null : address(posterUrl),
      url: address(`/dashboard/campaigns/${campaignId}?offerId=${offerId}`),
    }),
  );
  const [first] = items;
  const rest = total - items.length;
  return {
    subject: total === 1 && first ? `Ready to review: ${first.title}` : `${total} submissions are ready to review`,
    paragraphs: [
      total === 1 ? 'A submission is ready to review:' : 'These submissions are ready to review, oldest first:',
    ],
    items,
    ...(rest > 0 ? { after: `And ${rest} more.` } : {}),
    action: { label: 'Open your campaigns', url: address('/dashboard/campaigns') },
    footnote:
      'You get at most one of these emails an hour. You can turn them off in Settings, under Email Notifications.',
  };
}
