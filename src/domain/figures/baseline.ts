import { campaignDays, type Day } from '../time/period.ts';

/**
 * Rule by which a post's snapshots count in its campaign. The post's counts when the campaign began are its baseline: the last
 * snapshot before the campaign's first day, or else nothing for a post of that day or later, and the first snapshot for an older one.
 */
export interface Counting {
  /** The campaign's first day (UTC): snapshots before it gain nothing. */
  firstDay: Day;
  /** True if the post is not older than the campaign. */
  isFromZero: boolean;
}

/** Counts every snapshot, from zero. */
export const countsAll: Counting = { firstDay: '0001-01-01', isFromZero: true };

/** Gives how posts count in a campaign. */
export function countingIn(campaign: Parameters<typeof campaignDays>[0]): (post: { postedAt: string }) => Counting {
  const firstDay = campaignDays(campaign).since;
  const startMs = Date.parse(firstDay);
  const younger: Counting = { firstDay, isFromZero: true };
  const older: Counting = { firstDay, isFromZero: false };
  return ({ postedAt }) => (Date.parse(postedAt) >= startMs ? younger : older);
}

/** Gives how posts count in the campaigns that they are in; one whose campaign is unknown counts from zero. */
export function countingsOf(
  campaigns: readonly (Parameters<typeof campaignDays>[0] & { id: string })[],
): (post: { campaignId: string; postedAt: string }) => Counting {
  const ofCampaign = new Map(campaigns.map((campaign) => [campaign.id, countingIn(campaign)]));
  return (post) => ofCampaign.get(post.campaignId)?.(post) ?? countsAll;
}

/**
 * Basis of a day's gain: the snapshot before it, zero, or none, for a day that gains nothing.
 * @param isFirst true if the post has no snapshot before it
 */
export function gainBasis(day: Day, isFirst: boolean, { firstDay, isFromZero }: Counting): 'before' | 'zero' | 'none' {
  if (day < firstDay) return 'none';
  if (!isFirst) return 'before';
  return isFromZero ? 'zero' : 'none';
}
