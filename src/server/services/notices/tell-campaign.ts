import { eq } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import type { CampaignNews } from '#server/database/push-tables.ts';
import { brands } from '#server/database/tables.ts';
import { queueMail } from '../mail/outbox.ts';
import { tellDevices } from '../push/tell-devices.ts';

type CampaignNotice = { campaignId: string; now: Date } & (
  | { news: Exclude<CampaignNews, 'rejected'> }
  | { news: 'rejected'; reason: string }
);

/** Tells a brand by mail and push what became of its campaign, in the transaction in which it did. */
export async function tellCampaign({ db, brandId }: BrandWriter, notice: CampaignNotice): Promise<void> {
  const { campaignId, now, news } = notice;
  const [brand] = await db.select({ email: brands.email }).from(brands).where(eq(brands.id, brandId));
  if (brand === undefined) return;
  const content =
    news === 'rejected'
      ? ({ kind: 'campaign-rejected', campaignId, reason: notice.reason } as const)
      : ({ kind: `campaign-${news}`, campaignId } as const);
  await queueMail(db, { brandId, recipient: brand.email, content, now });
  await tellDevices(db, { brandId, campaignId, campaignNews: news, now });
}
