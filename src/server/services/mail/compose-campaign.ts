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
      footnote: 'You get this mail because the campaign is yours.',
    }
  );
}

function wordsOf(content: CampaignContent, campaign: CampaignRow, name: string): Words | null {
  const { workerStatus } = campaign;
  switch (content.kind) {
    case 'campaign-approved':
      return {
        subject: `Approved: ${name}`,
        paragraphs: [`Your campaign “${name}” is approved. Its budget is set aside for it.`],
      };
    case 'campaign-rejected':
      return {
        subject: `Not approved: ${name}`,
        paragraphs: [
          `We can’t approve your campaign “${name}” as it is:`,
          content.reason,
          'You can edit it and send it again.',
        ],
      };
    case 'campaign-begun':
      // A server that comes back after weeks begins campaigns that have ended by then.
      if (workerStatus?.startsWith('ENDED') || campaign.status === 'ARCHIVED') return null;
      return {
        subject: `It has begun: ${name}`,
        paragraphs: [
          `Your campaign “${name}” has begun. We invite creators now, and tell you when the first draft waits for you.`,
        ],
      };
    case 'campaign-ended':
      return { subject: `It has ended: ${name}`, paragraphs: [endOf(campaign, name)] };
  }
}

function endOf({ workerStatus, workerViewTarget }: CampaignRow, name: string): string {
  if (workerStatus !== 'ENDED_SUCCESSFULLY' || workerViewTarget === null)
    return `Your campaign “${name}” has ended. Its figures go on where you know them.`;
  return `Your campaign “${name}” has reached its ${formatCount(workerViewTarget)} views, and so it has ended.`;
}
