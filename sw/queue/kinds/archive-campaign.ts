import { campaignIn } from '#domain/offers/brand-record.ts';
import type { KindOf } from '../kind.ts';
import { asRecord, changeBy } from './campaign-change.ts';

/** Puts a campaign into the archive, whatever it has become: nothing that was seen could be overwritten by it. */
export const archiveCampaign: KindOf<'archive-campaign'> = {
  ...changeBy('archive-campaign', () => ({ status: 'ARCHIVED' })),
  refiles: true,
  // Archiving has no variants, so an archived campaign counts as applied even if a colleague archived it.
  outcome: (_, now) => (campaignIn(now)?.status === 'ARCHIVED' ? 'applied' : 'not-applied'),
  overlay(record, { seen: _, ...pending }) {
    const campaign = campaignIn(record);
    if (campaign === null) return record;
    const pendingAction = { ...pending, kind: 'archive-campaign' } as const;
    // A refused one is where it was.
    const status = pending.state === 'attention' ? campaign.status : 'ARCHIVED';
    return asRecord({ ...campaign, status, pendingAction });
  },
};
