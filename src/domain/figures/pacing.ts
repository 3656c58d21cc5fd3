import type { Campaign } from '#contract/brand/campaign.ts';
import { viewTarget } from '../money/reach.ts';
import { addDays, campaignDays, campaignRun, type Day, type Period } from '../time/period.ts';
import { earlierDay, laterDay, lengthDays } from './comparison.ts';

const dayMs = 86_400_000;
/** A forecast later than this is useless for planning. */
const farMs = 1_825 * dayMs;
/** Number of whole days before today that determine the pace. */
const paceDays = 7;

type PacedCampaign = Pick<Campaign, 'CPMWorker' | 'startAt' | 'endAt'>;

/** The campaign's last whole days, at most a week, that determine its pace; null before its second day. */
export function pacePeriod(campaign: PacedCampaign, today: Day): Period | null {
  const { since, until } = campaignDays(campaign);
  const last = earlierDay(addDays(today, -1), until);
  if (last < since) return null;
  return { since: laterDay(since, addDays(last, 1 - paceDays)), until: last };
}

/** Progress of a campaign towards its view target. Percentages are integers. */
export interface Pacing {
  state: 'not-started' | 'running' | 'reached' | 'over';
  target: number;
  views: number;
  /** Views expected by now if they accrued evenly over the campaign. */
  expectedViews: number;
  /** Difference from the expected views in percent: positive if ahead, negative if behind; null before any are expected. */
  aheadPercent: number | null;
  /** Views per day at the recent pace; null if unknown. */
  viewsPerDay: number | null;
  /**
   * Forecast of when the target is reached, ms; null if the target is reached, the campaign is over, or the date is too far away
   * to forecast.
   */
  finishMs: number | null;
  /** End of the campaign, ms. */
  endMs: number;
  /** Forecast of views at the campaign's end at this pace; null unless the campaign is running. */
  viewsAtEnd: number | null;
}

interface Params {
  campaign: PacedCampaign;
  /** Views of all the campaign's posts since its start. */
  views: number;
  /** Views gained in {@link pacePeriod}; null if there is no such period. */
  recent: { views: number; period: Period } | null;
  /** Time of the view counts. */
  asOf: Date;
}

/** Compares a campaign with a straight line from zero at its start to the target at its end. Returns null without a target. */
export function pacingOf({ campaign, views, recent, asOf }: Params): Pacing | null {
  const target = viewTarget(campaign);
  if (target === null) return null;
  const { startMs, endMs } = campaignRun(campaign);
  const asOfMs = asOf.getTime();
  const totalMs = Math.max(1, endMs - startMs);
  const passedMs = Math.min(totalMs, Math.max(0, asOfMs - startMs));
  const expectedViews = Math.round((target * passedMs) / totalMs);
  const viewsPerDay = recent && recent.views >= 0 ? recent.views / lengthDays(recent.period) : null;
  const state = stateOf();
  const runs = state === 'running' && viewsPerDay !== null;
  const leftMs = runs && viewsPerDay > 0 ? ((target - views) / viewsPerDay) * dayMs : null;
  return {
    state,
    target,
    views,
    expectedViews,
    aheadPercent: expectedViews > 0 ? Math.round(((views - expectedViews) * 100) / expectedViews) : null,
    viewsPerDay: viewsPerDay === null ? null : Math.round(viewsPerDay),
    finishMs: leftMs !== null && leftMs <= farMs ? asOfMs + leftMs : null,
    endMs,
    viewsAtEnd: runs ? Math.round(views + (viewsPerDay * (totalMs - passedMs)) / dayMs) : null,
  };

  function stateOf(): Pacing['state'] {
    if (views >= (target ?? 0)) return 'reached';
    if (passedMs <= 0) return 'not-started';
    return passedMs >= totalMs ? 'over' : 'running';
  }
}
