import type { Campaign } from '#contract/brand/campaign.ts';
import { asTold, campaignIn } from '#domain/offers/brand-record.ts';
import type { KindOf } from '../kind.ts';
import { asRecord, changeBy } from './campaign-change.ts';

/** Content of a campaign that is news when it changes: views are counted all the time, and the brand itself archives. */
const newsOf = (campaign: Campaign) =>
  JSON.stringify({ ...asTold(campaign), unread: false, viewCount: 0, status: 'ACTIVE' } satisfies Campaign);

/** Marks a campaign as read, which opening it does: no decision of the user, so it is sent quietly. */
export const markRead: KindOf<'mark-read'> = {
  ...changeBy('mark-read', () => ({ unread: false })),
  refiles: false,
  // Unread again, it may have been marked and changed since.
  outcome: (_, now) => (campaignIn(now)?.unread === false ? 'applied' : 'unknown'),
  overlay(record, { state, seen }) {
    const campaign = campaignIn(record);
    const looked = campaignIn(seen);
    if (campaign === null || looked === null || state === 'attention') return record;
    // Changes since the brand looked are unread, whatever is pending.
    return newsOf(campaign) === newsOf(looked) ? asRecord({ ...campaign, unread: false }) : record;
  },
};
