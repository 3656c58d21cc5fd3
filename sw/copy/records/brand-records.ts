import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import type { CopyRead } from '../copy-read.ts';
import type { CopyWrite } from '../copy-write.ts';
import { campaignKind, putCampaigns } from './campaigns.ts';
import { readEntity } from './entities.ts';
import { offerKind, putOffers } from './offers.ts';

/** Kinds of queries that show records of a type. */
export const shownIn: Readonly<Record<BrandRecord['type'], readonly ChangedKind[]>> = {
  offer: offerKind.shownIn,
  campaign: campaignKind.shownIn,
};

/** Stores a record as the server sent it. */
export const putRecord = (write: CopyWrite, { type, value }: BrandRecord): Promise<void> =>
  type === 'offer' ? putOffers(write, [value]) : putCampaigns(write, [value]);

/** A record of the copy; null if it isn't stored. @throws {DamagedCopyError} */
export async function readRecord(read: CopyRead, { type, id }: RecordRef): Promise<BrandRecord | null> {
  if (type === 'offer') {
    const offer = await readEntity(read, offerKind, id);
    return offer && { type, value: offer.value };
  }
  const campaign = await readEntity(read, campaignKind, id);
  return campaign && { type, value: campaign.value };
}
