import { and, count, desc, eq, sql } from 'drizzle-orm';
import { withoutControls } from '../../../contract/controls.ts';
import type { PushMessage } from '../../../contract/push.ts';
import { brandScope } from '../../database/brand-scope.ts';
import type { Database } from '../../database/database.ts';
import { brands, campaigns, creators, fulfillments, offers } from '../../database/tables.ts';
import { isUnderReview } from '../offers.ts';
import type { DeviceRow } from './devices.ts';

/** One notification stands for all that waits: a newer one takes its place. */
export const pushTopic = 'submissions';

/** What a device is told now; null where nothing waits for its brand any more. */
export async function composePush(
  db: Database,
  { brandId, offerId }: Pick<DeviceRow, 'brandId' | 'offerId'>,
  publicUrl: string,
): Promise<PushMessage | null> {
  const scope = brandScope(db, brandId);
  const waits = scope.own(offers, isUnderReview());
  const [counted] = await db.select({ total: count() }).from(offers).where(waits);
  const [offer] = await db
    .select({
      id: offers.id,
      campaignId: offers.campaignId,
      campaign: campaigns.name,
      brand: brands.name,
      firstName: creators.firstName,
      lastName: creators.lastName,
      username: creators.username,
      evidenceType: fulfillments.evidenceType,
    })
    .from(offers)
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .innerJoin(fulfillments, and(eq(fulfillments.brandId, offers.brandId), eq(fulfillments.id, offers.fulfillmentId)))
    .where(waits)
    // The one that came last, unless it is decided already.
    .orderBy(desc(sql`${offers.id} = ${offerId ?? ''}`), desc(offers.stageEnteredAt), desc(offers.id))
    .limit(1);
  if (offer === undefined || counted === undefined) return null;
  const { total } = counted;
  const creator = `${offer.firstName} ${offer.lastName}`.trim() || offer.username;
  const what = offer.evidenceType === 'PUBLISHED_VIDEO_URL' ? 'a post link' : 'a draft';
  const waiting = total === 1 ? '1 submission waits for you' : `${total} submissions wait for you`;
  const query = new URLSearchParams({ offerId: offer.id });
  return {
    web_push: 8030,
    notification: {
      title: `${short(creator)} sent ${what}`,
      body: `${short(offer.campaign ?? `${offer.brand} Campaign`)} · ${waiting}`,
      navigate: `${publicUrl}/dashboard/campaigns/${offer.campaignId}?${query}`,
      lang: 'en',
      dir: 'ltr',
      tag: pushTopic,
    },
    app_badge: total,
  };
}

/** A lock screen has little room, and names are anybody's: none may look like a line of its own. */
function short(name: string): string {
  const plain = withoutControls(name);
  return plain.length <= 60 ? plain : `${plain.slice(0, 59)}…`;
}
