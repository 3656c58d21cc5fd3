import { withoutControls } from '#contract/wire/controls.ts';
import { formatUsd } from '#domain/money/money.ts';
import { feeText } from '#domain/money/proposal.ts';
import type { adjustBalance } from '../adjust.ts';
import type { ListedCampaign } from '../campaigns.ts';
import type { ListedTag } from '../tags.ts';
import type { ListedTemplate } from '../templates.ts';
import { dayAndAge } from './age.ts';
import type { BrandWithBalance, ListedBrand } from './brands.ts';

type AdjustResult = Awaited<ReturnType<typeof adjustBalance>>;

const dayOf = (instant: string) => instant.slice(0, 10);

/** Formats a brand in one line, for a terminal. */
export const brandLine = ({ id, name, email }: Pick<ListedBrand, 'id' | 'name' | 'email'>): string =>
  `${withoutControls(name)} <${withoutControls(email)}> (${id})`;

/** Returns the state of a brand, with the date of its suspension. */
export const brandState = ({ approvalStatus, suspension }: ListedBrand): string =>
  suspension === null ? approvalStatus : `SUSPENDED ${dayOf(suspension.since)}`;

/** Formats brands for a terminal, one per line. */
export function brandLines(brands: readonly BrandWithBalance[], now: Date): string {
  if (brands.length === 0) return 'None found.';
  return brands
    .map((brand) => {
      const verified = brand.emailVerified ? '' : ', email not verified';
      const website = brand.websiteUrl === null ? '' : `  ${withoutControls(brand.websiteUrl)}`;
      const money = brand.availableCents === 0 ? '' : `  ${formatUsd(brand.availableCents)} available`;
      return `${dayAndAge(brand.createdAt, now)}  ${brandState(brand)}${verified}  ${brandLine(brand)}${website}${money}`;
    })
    .join('\n');
}

/** Formats a campaign in one line, for a terminal. */
export const campaignLine = ({ id, name, brandEmail }: Pick<ListedCampaign, 'id' | 'name' | 'brandEmail'>): string =>
  `${withoutControls(name ?? 'An untitled campaign')} of ${withoutControls(brandEmail)} (${id})`;

/** Formats a correction in one line, for a terminal. */
export const adjustmentLine = ({ email, availableBalanceCents, changed }: AdjustResult): string =>
  `${changed ? 'Booked.' : 'Already booked.'} ${email} has ${formatUsd(availableBalanceCents)} available.`;

/** Formats a flat-fee proposal and its brand's response, for a terminal; null without a proposal. */
export function proposalText({ proposal }: Pick<ListedCampaign, 'proposal'>): string | null {
  if (proposal === null) return null;
  const note = proposal.note === null ? '' : ` (${withoutControls(proposal.note.replaceAll(/\s+/g, ' '))})`;
  return `${proposal.state.toLowerCase()}: ${feeText(proposal)}${note}`;
}

/** Formats campaigns for a terminal, one per line. */
export function campaignLines(campaigns: readonly ListedCampaign[], now: Date): string {
  if (campaigns.length === 0) return 'None found.';
  return campaigns
    .map((campaign) => {
      const budget =
        campaign.cpmBudgetCents === null ? (proposalText(campaign) ?? 'no budget') : formatUsd(campaign.cpmBudgetCents);
      const { approvalStatus, campaignType, platforms, brandWebsiteUrl } = campaign;
      const website = brandWebsiteUrl === null ? '' : `  ${withoutControls(brandWebsiteUrl)}`;
      const what = `${campaignType} on ${platforms.join(', ')}`;
      return `${dayAndAge(campaign.createdAt, now)}  ${approvalStatus}  ${what}  ${budget}  ${campaignLine(campaign)}${website}`;
    })
    .join('\n');
}

/** Formats tags for a terminal, one per line. */
export const tagLines = (tags: readonly ListedTag[]): string =>
  tags.map(({ name, retired }) => `${withoutControls(name)}${retired ? '  (retired)' : ''}`).join('\n');

/** Formats a template of changes in one line, for a terminal. */
export const templateLine = ({ name, title, description, retired }: ListedTemplate): string =>
  `${name}${retired ? '  (retired)' : ''}  ${withoutControls(`${title}: ${description}`)}`;

/** Formats templates for a terminal, one per line. */
export const templateLines = (templates: readonly ListedTemplate[]): string => templates.map(templateLine).join('\n');
