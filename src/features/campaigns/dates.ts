import type { Campaign } from '../../contract/campaign.ts';

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });

type Dated = Pick<Campaign, 'CPMWorker' | 'startAt' | 'endAt'>;

/** "Nov 3 – Dec 3, 2026" in the viewer's zone; "Starts Nov 3, 2026" where there is no end. */
export function dateRangeOf({ CPMWorker, startAt, endAt }: Dated, now: Date): string {
  const start = new Date(CPMWorker?.startDate ?? startAt);
  const end = CPMWorker?.endDate ?? endAt;
  if (end !== null) return day.formatRange(start, new Date(end));
  return `${start > now ? 'Starts' : 'Since'} ${day.format(start)}`;
}
