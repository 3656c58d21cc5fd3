import { and, eq } from 'drizzle-orm';
import { formatCount } from '#domain/money.ts';
import type { Database } from '#server/database/database.ts';
import { campaigns } from '#server/database/tables.ts';
import type { MailContent } from './content.ts';
import { named } from './named.ts';
import type { MailText } from './render.ts';

type CampaignContent = Extract<MailContent, { campaignId: string }>;
type CampaignRow = typeof campaigns.$inferSelect;
type Words = Pick<MailText, 'subject' | 'paragraphs'>;

interface Deps {
  db: Database;
  publicUrl(): string;
}

/** A mail that tells a brand what became of its campaign; null where it is not so any more. */
export async function composeCampaign(
  { db, publicUrl }: Deps,
  brand: { id: string; name: string },
  content: CampaignContent,
): Promise<Omit<MailText, 'greeting'> | null> {
  const [campaign] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.brandId, brand.id), eq(campaigns.id, content.campaignId)));
  if (campaign === undefined) return null;
  const words = wordsOf(content, campaign, named(campaign.name ?? `${brand.name} Campaign`));
  return (
    words && {
      ...words,
      action: { label: 'Open the campaign', url: `${publicUrl()}/dashboard/campaigns/${content.campaignId}` },
      footnote: 'You’re receiving this email because this is your campaign.',
    }
  );
}

function wordsOf(content: CampaignContent, campaign: CampaignRow, name: string): Words | null {
  const { workerStatus } = campaign;
  switch (content.kind) {
    case 'campaign-approved':
      return {
        subject: `Approved: ${name}`,
        paragraphs: [
          `Your campaign “${name}” is approved.${campaign.cpmBudgetCents === null ? '' : ' Its budget has been set aside.'}`,
        ],
      };
    case 'campaign-rejected':
      return {
        subject: `Not approved: ${name}`,
        paragraphs: [`We couldn’t approve your campaign “${name}”:`, content.reason, 'You can edit and resubmit it.'],
      };
    case 'campaign-begun':
      // A server that comes back after weeks begins campaigns that have ended by then.
      if (workerStatus?.startsWith('ENDED') || campaign.status === 'ARCHIVED') return null;
      return {
        subject: `Started: ${name}`,
        paragraphs: [
          `Your campaign “${name}” has started. We’re inviting creators and will email you when the first draft is ready to review.`,
        ],
      };
    case 'campaign-ended':
      return { subject: `Ended: ${name}`, paragraphs: [endOf(campaign, name)] };
  }
}

function endOf({ workerStatus, workerViewTarget }: CampaignRow, name: string): string {
  if (workerStatus !== 'ENDED_SUCCESSFULLY' || workerViewTarget === null)
    return `Your campaign “${name}” has ended. Its analytics keep updating in Afield.`;
  return `Your campaign “${name}” has reached its goal of ${formatCount(workerViewTarget)} views and has ended.`;
}
