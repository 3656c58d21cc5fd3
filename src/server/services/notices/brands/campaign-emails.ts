import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { formatCount, formatUsd } from '#domain/money/money.ts';
import { costOf, feeText } from '#domain/money/proposal.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { type BrandEmailText, defineBrandEmail, type EmailedBrand } from '#server/services/mail/brand-email.ts';
import type { MailText } from '#server/services/mail/render.ts';
import { shortenName } from '#server/services/mail/shorten-name.ts';
import { proposedTerms, setAsideCents } from '#server/services/moves/proposal.ts';
import { type LowBudget, readLowBudget, topUpPath } from '../low-budget.ts';

type CampaignRow = typeof campaigns.$inferSelect;
type Texts = Pick<MailText, 'subject' | 'paragraphs'> & { action?: MailText['action'] };

interface Deps {
  db: Database;
  publicUrl(): string;
}

const ofCampaign = { campaignId: v.string() };

/** Emails to a brand about its campaign, by kind of news. They aren't sent if the news is out of date. */
export const campaignEmails = {
  proposed: defineBrandEmail({
    kind: 'campaign-proposed',
    data: ofCampaign,
    render: (deps: Deps, brand, { campaignId }) => compose(deps, brand, campaignId, proposedWords),
  }),
  approved: defineBrandEmail({
    kind: 'campaign-approved',
    data: ofCampaign,
    render: (deps: Deps, brand, { campaignId }) =>
      compose(deps, brand, campaignId, (campaign, name) => ({
        subject: `Approved: ${name}`,
        paragraphs: [
          `Your campaign “${name}” is approved.${campaign.cpmBudgetCents === null ? '' : ' Its budget has been set aside.'}`,
        ],
      })),
  }),
  rejected: defineBrandEmail({
    kind: 'campaign-rejected',
    data: { ...ofCampaign, reason: v.string() },
    render: (deps: Deps, brand, { campaignId, reason }) =>
      compose(deps, brand, campaignId, (_campaign, name) => ({
        subject: `Not approved: ${name}`,
        paragraphs: [`We couldn’t approve your campaign “${name}”:`, reason, 'You can edit and resubmit it.'],
      })),
  }),
  begun: defineBrandEmail({
    kind: 'campaign-begun',
    data: ofCampaign,
    render: (deps: Deps, brand, { campaignId }) =>
      brand.suspendedAt === null ? compose(deps, brand, campaignId, begunWords) : null,
  }),
  'low-budget': defineBrandEmail({
    kind: 'campaign-low-budget',
    data: ofCampaign,
    async render(deps: Deps, brand, { campaignId }) {
      if (brand.suspendedAt !== null) return null;
      const budget = await readLowBudget(brandScope(deps.db, brand.id), campaignId);
      return (
        budget && compose(deps, brand, campaignId, (_, name) => lowBudgetWords(deps, { ...budget, campaignId, name }))
      );
    },
  }),
  ended: defineBrandEmail({
    kind: 'campaign-ended',
    data: ofCampaign,
    render: (deps: Deps, brand, { campaignId }) =>
      compose(deps, brand, campaignId, (campaign, name) => ({
        subject: `Ended: ${name}`,
        paragraphs: [endOf(campaign, name)],
      })),
  }),
  settled: defineBrandEmail({
    kind: 'campaign-settled',
    data: ofCampaign,
    render: (deps: Deps, brand, { campaignId }) =>
      compose(deps, brand, campaignId, (campaign, name) => ({
        subject: `Settled: ${name}`,
        paragraphs: [`Your campaign “${name}” is settled.`, settledText(campaign)],
      })),
  }),
};

async function compose(
  { db, publicUrl }: Deps,
  brand: EmailedBrand,
  campaignId: string,
  textFor: (campaign: CampaignRow, name: string) => Texts | null,
): Promise<BrandEmailText | null> {
  const [campaign] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.brandId, brand.id), eq(campaigns.id, campaignId)));
  if (campaign === undefined) return null;
  const words = textFor(campaign, shortenName(campaign.name ?? `${brand.name} Campaign`));
  return (
    words && {
      action: { label: 'Open the campaign', url: `${publicUrl()}/dashboard/campaigns/${campaignId}` },
      ...words,
      footnote: 'You’re receiving this email because this is your campaign.',
    }
  );
}

/** Returns null once the proposal was answered or the campaign was decided on. */
function proposedWords(campaign: CampaignRow, name: string): Texts | null {
  const terms = proposedTerms(campaign);
  const { approvalStatus, status, proposalDeclinedAt } = campaign;
  if (terms === null || approvalStatus !== 'PENDING' || status === 'ARCHIVED' || proposalDeclinedAt !== null)
    return null;
  return {
    subject: `Proposal for ${name}: ${formatUsd(costOf(terms))}`,
    paragraphs: [
      `We’ve reviewed your campaign “${name}” and propose a flat fee: ${feeText(terms)}.`,
      `If you accept, ${formatUsd(costOf(terms))} is set aside from your balance and the campaign is approved. Unspent fees return to your balance when the campaign is settled.`,
    ],
  };
}

function lowBudgetWords(
  { publicUrl }: Deps,
  { campaignId, name, percent, leftCents }: LowBudget & { campaignId: string; name: string },
): Texts {
  const left = formatUsd(leftCents);
  return {
    subject: `${name} has used ${percent}% of its budget: ${left} left`,
    paragraphs: [
      `Your campaign “${name}” has used ${percent}% of its budget. ${left} is left.`,
      'No new creators can join, and the campaign ends once the budget is used up. Add to the budget to keep it running until its end date.',
    ],
    action: { label: 'Add to the budget', url: `${publicUrl()}${topUpPath(campaignId)}` },
  };
}

function begunWords({ workerStatus, status }: CampaignRow, name: string): Texts | null {
  // After an outage of weeks, a server may start campaigns that have ended by the time the email is sent.
  if (workerStatus?.startsWith('ENDED') || status === 'ARCHIVED') return null;
  return {
    subject: `Started: ${name}`,
    paragraphs: [
      `Your campaign “${name}” has started. We’re inviting creators and will email you when the first draft is ready to review.`,
    ],
  };
}

function endOf({ workerStatus, workerViewTarget }: CampaignRow, name: string): string {
  if (workerStatus !== 'ENDED_SUCCESSFULLY' || workerViewTarget === null)
    return `Your campaign “${name}” has ended. Its analytics keep updating in Afield.`;
  return `Your campaign “${name}” has reached its goal of ${formatCount(workerViewTarget)} views and has ended.`;
}

function settledText(campaign: CampaignRow): string {
  const { workerBudgetCents, spentCents, campaignType } = campaign;
  const budgetCents = campaignType === 'CPM' ? workerBudgetCents : setAsideCents(campaign);
  if (budgetCents === null) return 'Its creators’ earnings are final.';
  const spent = spentCents ?? 0;
  const left = budgetCents - spent;
  const cost = `It spent ${formatUsd(spent)} of its ${formatUsd(budgetCents)} budget.`;
  return left > 0 ? `${cost} The remaining ${formatUsd(left)} is back in your available balance.` : cost;
}
