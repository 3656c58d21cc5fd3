import dayjs from 'dayjs';
import type { Campaign } from '#contract/brand/campaign.ts';
import { lastMomentBefore } from '#domain/time/day-text.ts';
import { exactDay } from '#ui/text/relative-time.ts';

type CampaignDates = Pick<Campaign, 'CPMWorker' | 'startAt' | 'endAt'>;

/** "Nov 3 – 28, 2026", "Nov 3 – Dec 3, 2026", "Dec 26, 2026 – Jan 25, 2027": shared parts appear once. */
function rangeOf(start: Date, end: Date): string {
  const [first, last] = [dayjs(start), dayjs(end)];
  if (first.isSame(last, 'day')) return exactDay(start);
  if (first.isSame(last, 'month')) return `${first.format('MMM D')} – ${last.format('D, YYYY')}`;
  return `${first.isSame(last, 'year') ? first.format('MMM D') : exactDay(start)} – ${exactDay(end)}`;
}

/** A campaign's dates in the viewer's zone: a range, or "Starts Nov 3, 2026" if it has no end. */
export function dateRangeOf({ CPMWorker, startAt, endAt }: CampaignDates, now: Date): string {
  const start = new Date(CPMWorker?.startDate ?? startAt);
  const end = CPMWorker?.endDate ?? endAt;
  if (end !== null) return rangeOf(start, lastMomentBefore(new Date(end)));
  return `${start > now ? 'Starts' : 'Since'} ${exactDay(start)}`;
}
