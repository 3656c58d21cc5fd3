import type { PeriodPreset, PeriodQuery } from '#contract/brand/analytics.ts';
import type { Campaign } from '#contract/brand/campaign.ts';

/** A calendar day in UTC, `YYYY-MM-DD`, which sorts as text. */
export type Day = string;

/** Both ends are inclusive. */
export interface Period {
  since: Day;
  until: Day;
}

/** A period that includes every possible day of figures. */
export const allDays: Period = { since: '0001-01-01', until: '9999-12-31' };

const dayMs = 86_400_000;
/** Length of a campaign without an end date. */
export const defaultCampaignDays = 30;
/** Days after a campaign's end during which its posts are still tracked. */
const watchedDaysAfterEnd = 90;

export const dayOf = (at: Date | string): Day => new Date(at).toISOString().slice(0, 10);
export const addDays = (day: Day, days: number): Day => dayOf(new Date(Date.parse(day) + days * dayMs));
/** Number of days from one day to another; 0 for the same day. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Start and end of each preset, in days before today. */
const presetDays: Readonly<Record<PeriodPreset, readonly [number, number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  last_7d: [6, 0],
  last_30d: [29, 0],
  last_90d: [89, 0],
  last_365d: [364, 0],
};

export const presetLabels: Readonly<Record<PeriodPreset, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7d: 'Last 7 days',
  last_30d: 'Last 30 days',
  last_90d: 'Last 90 days',
  last_365d: 'Last 365 days',
};

/** The days that a query requests; defaults to the last 90 days. */
export function resolvePeriod(query: PeriodQuery, today: Day): Period {
  const { since, until } = query;
  if (query.timePeriodType !== 'preset' && since !== undefined && until !== undefined) return { since, until };
  const [first, last] = presetDays[query.preset ?? 'last_90d'];
  return { since: addDays(today, -first), until: addDays(today, -last) };
}

type CampaignDates = Pick<Campaign, 'CPMWorker' | 'startAt' | 'endAt'>;

const startOf = ({ CPMWorker, startAt }: CampaignDates) => CPMWorker?.startDate ?? startAt;
const endOf = ({ CPMWorker, endAt }: CampaignDates) => CPMWorker?.endDate ?? endAt;

/** Start and end of a campaign, ms. Without an end date, it lasts 30 days. */
export function campaignRun(campaign: CampaignDates): { startMs: number; endMs: number } {
  const startMs = Date.parse(startOf(campaign));
  const end = endOf(campaign);
  return { startMs, endMs: end === null ? startMs + defaultCampaignDays * dayMs : Date.parse(end) };
}

/** Number of days of a campaign, at least 1. All code that shows or counts a campaign's days uses this rule. */
export function campaignLengthDays(campaign: CampaignDates): number {
  const { startMs, endMs } = campaignRun(campaign);
  return Math.max(1, Math.round((endMs - startMs) / dayMs));
}

/** Days for which a campaign has figures: its length in days, from its first day. */
export function campaignDays(campaign: CampaignDates): Period {
  const since = dayOf(startOf(campaign));
  return { since, until: addDays(since, campaignLengthDays(campaign) - 1) };
}

/** The analytics window of a campaign: from its start to 90 days past its end. */
export function campaignPeriod(campaign: CampaignDates): Period {
  const { startMs, endMs } = campaignRun(campaign);
  return { since: dayOf(new Date(startMs)), until: addDays(dayOf(new Date(endMs)), watchedDaysAfterEnd) };
}
