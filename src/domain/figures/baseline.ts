import { campaignDays, type Day } from '../time/period.ts';

/**
 * Determines how a post's snapshots count in its campaign. The counts at the start of the campaign are the baseline: the last
 * snapshot before the campaign's first day. If there is none, the baseline is zero for a post published on that day or later, and
 * the first snapshot for an older post.
 */
export interface Counting {
  /** The campaign's first day (UTC); snapshots before it gain nothing. */
  firstDay: Day;
  /** True if the post is not older than the campaign. */
  isFromZero: boolean;
}

/** Counts every snapshot, from zero. */
export const countFromZero: Counting = { firstDay: '0001-01-01', isFromZero: true };

/** Returns a function that determines how a post counts in this campaign. */
export function countingIn(campaign: Parameters<typeof campaignDays>[0]): (post: { postedAt: string }) => Counting {
  const firstDay = campaignDays(campaign).since;
  const startMs = Date.parse(firstDay);
  const younger: Counting = { firstDay, isFromZero: true };
  const older: Counting = { firstDay, isFromZero: false };
  return ({ postedAt }) => (Date.parse(postedAt) >= startMs ? younger : older);
}

/**
 * Returns a function that determines how a post counts in its campaign; if the campaign is unknown, the post counts from zero.
 */
export function countingsOf(
  campaigns: readonly (Parameters<typeof campaignDays>[0] & { id: string })[],
): (post: { campaignId: string; postedAt: string }) => Counting {
  const ofCampaign = new Map(campaigns.map((campaign) => [campaign.id, countingIn(campaign)]));
  return (post) => ofCampaign.get(post.campaignId)?.(post) ?? countFromZero;
}

/**
 * Base of a day's gain: the previous snapshot, zero, or none for a day that gains nothing.
 * @param isFirst true if the post has no earlier snapshot
 */
export function gainBasis(day: Day, isFirst: boolean, { firstDay, isFromZero }: Counting): 'before' | 'zero' | 'none' {
  if (day < firstDay) return 'none';
  if (!isFirst) return 'before';
  return isFromZero ? 'zero' : 'none';
}
