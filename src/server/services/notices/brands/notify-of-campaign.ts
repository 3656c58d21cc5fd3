import { eq } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import type { CampaignNews } from '#server/database/tables/push-tables.ts';
import { brands } from '#server/database/tables/tables.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { notifyDevices } from '#server/services/push/notify-devices.ts';
import { campaignEmails } from './campaign-emails.ts';

type CampaignNotice = { campaignId: string; now: Date } & (
  | { news: Exclude<CampaignNews, 'rejected'> }
  | { news: 'rejected'; reason: string }
);

/** Notifies a brand of its campaign's news by email and push, in the transaction of the change. */
export async function notifyOfCampaign({ db, brandId }: BrandWriter, notice: CampaignNotice): Promise<void> {
  const { campaignId, now, news } = notice;
  const [brand] = await db.select({ email: brands.email }).from(brands).where(eq(brands.id, brandId));
  if (brand === undefined) return;
  const content =
    news === 'rejected'
      ? campaignEmails.rejected.of({ campaignId, reason: notice.reason })
      : campaignEmails[news].of({ campaignId });
  await queueMail(db, { brandId, recipient: brand.email, content, now });
  await notifyDevices(db, { brandId, campaignId, campaignNews: news, now });
}
