import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import { listCampaigns } from '#contract/brand/campaign.ts';
import { listOffers, type Offer } from '#contract/brand/offer.ts';
import { respondFromCopy } from '#sw/copy/copy-call.ts';
import { emptySyncRow } from '#sw/copy/sync-row.ts';
import { connect, connectCopy } from '#sw/database/database.ts';
import { copySteps } from '#sw/database/migrations.ts';
import { packList } from '#sw/database/packed-list.ts';
import type { CopySchema } from '#sw/database/schema.ts';
import { copiedGet } from '#tests/support/calls/phone.ts';
import { aCampaign, anOffer } from '#tests/unit/domain/examples.ts';

const brandId = 'brd_1';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

/** Stores these in a copy of the first format, with the facets that its lists had then. */
async function storeAsBefore(campaign: Campaign, offer: Offer): Promise<void> {
  const older = connect<CopySchema>('afield-copy', copySteps.slice(0, 1));
  await older.run(async (database) => {
    const entry = (id: string, facets: string[]) => ({ id, at: 1, facets });
    await database.put('campaigns', { brandId, id: campaign.id, storedAt: 1, value: campaign });
    await database.put('offers', { brandId, id: offer.id, storedAt: 1, value: offer });
    const campaigns = packList([entry(campaign.id, [campaign.approvalStatus, '', campaign.status])], 3);
    await database.put('lists', { brandId, name: 'campaigns', ...campaigns });
    const offers = packList([entry(offer.id, [offer.campaignId, offer.currentStage.type])], 2);
    await database.put('lists', { brandId, name: 'offers', ...offers });
    await database.put('sync', { ...emptySyncRow(brandId), complete: true, syncedAt: 1 });
  });
  older.close();
}

const idsAt = async (copy: ReturnType<typeof connectCopy>, address: string) => {
  const call = copiedGet(address);
  const answer = call && (await respondFromCopy(copy, call, { brandId, today: '2026-01-05' }));
  const page = answer?.body as { data: { id: string }[] } | undefined;
  return page?.data.map(({ id }) => id);
};

test('lists of an older copy are filtered like current ones, offline', async () => {
  await storeAsBefore(aCampaign({ CPMWorker: null }), anOffer({ invalidationType: 'ADMIN_INVALIDATED' }));
  const copy = connectCopy();
  expect(await idsAt(copy, `${listCampaigns.path}?approvalStatus=APPROVED&cpmWorkerStatus=QUEUED,SOURCING`)).toEqual([
    'cmp_1',
  ]);
  expect(await idsAt(copy, `${listOffers.path}?offerStageType=INVALIDATED`)).toEqual(['off_1']);
  expect(await idsAt(copy, `${listOffers.path}?offerStageType=AWAITING_EVIDENCE_CLEARANCE`)).toEqual([]);
});

test('an unreadable list is left to its readers', async () => {
  await storeAsBefore(aCampaign(), anOffer());
  const older = connect<CopySchema>('afield-copy', copySteps.slice(0, 1));
  const damaged = { brandId, name: 'offers', ids: ['off_1'], at: 'no', facets: [] };
  await older.run((database) => database.put('lists', damaged as never));
  older.close();
  const row = await connectCopy().run((database) => database.get('lists', [brandId, 'offers']));
  expect(row).toEqual(damaged);
});
