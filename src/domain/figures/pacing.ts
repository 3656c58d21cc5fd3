import type { Campaign } from '#contract/brand/campaign.ts';
import { viewTarget } from '../money/reach.ts';
import { addDays, campaignDays, campaignRun, type Day, type Period } from '../time/period.ts';
import { earlierDay, laterDay, lengthDays } from './comparison.ts';

const dayMs = 86_400_000;
/** A forecast finish farther away than this is of no use for planning. */
const farMs = 1_825 * dayMs;
/** Whole days before today from which the pace is computed. */
const paceDays = 7;

type Paced = Pick<Campaign, 'CPMWorker' | 'startAt' | 'endAt'>;

/** The last whole days of a campaign so far, a week at most, from which its pace is computed; null before its second day. */
export function pacePeriod(campaign: Paced, today: Day): Period | null {
  const { since, until } = campaignDays(campaign);
  const last = earlierDay(addDays(today, -1), until);
  if (last < since) return null;
  return { since: laterDay(since, addDays(last, 1 - paceDays)), until: last };
}

/** Progress of a campaign against its view target. Percents are whole. */
export interface Pacing {
  state: 'not-started' | 'running' | 'reached' | 'over';
  target: number;
  views: number;
  /** Views by now if each moment of the campaign brought as many as any other. */
  expectedViews: number;
  /** Distance from the expected views in percent: above 0 ahead, below 0 behind; null before any are expected. */
  aheadPercent: number | null;
  /** Views a day by the last days' pace; null while there is none. */
  viewsPerDay: number | null;
  /** Forecast of the time at which the target is reached, ms; null when it is reached, over, or too far away to forecast. */
  finishMs: number | null;
  /** End of the campaign, ms. */
  endMs: number;
  /** Views at its end at this pace; null unless it runs. */
  viewsAtEnd: number | null;
}

interface Given {
  campaign: Paced;
  /** Views of all the campaign's posts since its start. */
  views: number;
  /** Views gained in {@link pacePeriod}; null where there is none. */
  recent: { views: number; period: Period } | null;
  /** Time of the view counts. */
  asOf: Date;
}

/** Compares a campaign with a straight line from its start to its target at its end. Null without a target. */
export function pacingOf({ campaign, views, recent, asOf }: Given): Pacing | null {
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
