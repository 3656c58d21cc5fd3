import type { Database } from '#server/database/database.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { decideOnCampaign } from '#server/services/admin/campaigns.ts';
import { moveNow } from '#tests/support/calls/offers.ts';
import { world } from '#tests/support/servers/world.ts';

/** A brand to which each of the {@link brandChanges} can be made once. */
export interface ChangeableBrand {
  brandId: string;
  /** A campaign in review. */
  campaignId: string;
  /** An offer whose creator owes a draft. */
  offerId: string;
}

const now = () => new Date();

export async function makeChangeable(db: Database): Promise<ChangeableBrand> {
  const given = world(db);
  const brandId = await given.brand();
  const running = await given.campaign(brandId);
  const campaignId = await given.campaign(brandId, { approvalStatus: 'PENDING', workerStatus: null });
  const offerId = await given.offer(brandId, running, { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: now() });
  return { brandId, campaignId, offerId };
}

/** Changes that an open screen shows automatically, made by the product's own services. */
export const brandChanges: readonly { name: string; make(db: Database, brand: ChangeableBrand): Promise<unknown> }[] = [
  {
    name: 'a draft is submitted',
    make: (db, { brandId, offerId }) =>
      moveNow({ db, clock: { now } }, brandId, {
        ...{ move: 'submit-draft', by: 'creator', offerId },
        input: { video: '/media/demo/coffee.mp4', posterUrl: null, caption: 'First sip' },
      }),
  },
  {
    name: 'a campaign is approved',
    make: (db, { campaignId }) => decideOnCampaign({ db, now }, { campaignId, decision: 'APPROVED' }),
  },
  {
    name: 'a balance changes',
    make: (db, { brandId }) => adjustBalance({ db, now }, { brand: brandId, amountCents: 5_000, note: 'Goodwill' }),
  },
];
