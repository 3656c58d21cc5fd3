import { and, asc, count, eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { campaigns, creators, fulfillments, offers } from '#server/database/tables/tables.ts';
import { type BrandEmailText, defineBrandEmail, type EmailedBrand } from '#server/services/mail/brand-email.ts';
import type { MailItem } from '#server/services/mail/render.ts';
import { shortenName } from '#server/services/mail/shorten-name.ts';
import { isUnderReview, readReviewTerms } from '#server/services/moves/state/offers.ts';
import { dueText } from './due-text.ts';

/** Maximum number of submissions listed; further ones are only counted. */
const maxListed = 10;

interface Deps {
  db: Database;
  publicUrl(): string;
}

/** Lists the submissions that are in review when it is sent, longest waiting first. It isn't sent if there are none. */
export const submissionsEmail = defineBrandEmail({
  kind: 'submissions-wait',
  data: {},
  render: (deps: Deps, brand) =>
    brand.postNotificationsEnabled && brand.suspendedAt === null ? compose(deps, brand) : null,
});

async function compose({ db, publicUrl }: Deps, brand: EmailedBrand): Promise<BrandEmailText | null> {
  const waits = and(eq(offers.brandId, brand.id), isUnderReview(), eq(campaigns.status, 'ACTIVE'));
  const ofOffer = and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId));
  const [counted] = await db.select({ total: count() }).from(offers).innerJoin(campaigns, ofOffer).where(waits);
  const total = counted?.total ?? 0;
  if (total === 0) return null;
  const rows = await db
    .select({
      offerId: offers.id,
      campaign: campaigns.name,
      firstName: creators.firstName,
      lastName: creators.lastName,
      username: creators.username,
      evidenceType: fulfillments.evidenceType,
      posterUrl: fulfillments.posterUrl,
      enteredAt: offers.stageEnteredAt,
    })
    .from(offers)
    .innerJoin(campaigns, ofOffer)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .innerJoin(fulfillments, and(eq(fulfillments.brandId, offers.brandId), eq(fulfillments.id, offers.fulfillmentId)))
    .where(waits)
    .orderBy(asc(offers.stageEnteredAt), asc(offers.id))
    .limit(maxListed);

  const terms = await readReviewTerms({ db, brandId: brand.id });
  const address = (path: string) => new URL(path, publicUrl()).href;
  const items = rows.map(
    ({ offerId, campaign, firstName, lastName, username, evidenceType, posterUrl, enteredAt }): MailItem => ({
      title: shortenName(`${firstName} ${lastName}`.trim() || `@${username}`),
      note: `${evidenceType === 'VIDEO_WITH_CAPTION' ? 'Draft' : 'Link'} · ${shortenName(campaign ?? `${brand.name} Campaign`)}${dueText(enteredAt, terms)}`,
      image: posterUrl === null ? null : address(posterUrl),
      url: address(`/dashboard/review?offer=${offerId}`),
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
    action: { label: 'Review submissions', url: address('/dashboard/review') },
    footnote:
      'You get at most one of these emails an hour. You can turn them off in Settings, under Email Notifications.',
  };
}
