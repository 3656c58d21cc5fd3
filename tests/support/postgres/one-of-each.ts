import { eq } from 'drizzle-orm';
import { brandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { emailCodes, mails } from '#server/database/tables/account-tables.ts';
import {
  chargeReversals,
  charges,
  paymentCustomers,
  paymentOrders,
  sandboxCharges,
} from '#server/database/tables/billing-tables.ts';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { accountNames, creatorAccounts, creatorTags } from '#server/database/tables/creator-tables.ts';
import { mediaUploads, storedFiles } from '#server/database/tables/file-tables.ts';
import { earningHolds, holdAnswers } from '#server/database/tables/hold-tables.ts';
import { earnings, payouts } from '#server/database/tables/ledger-tables.ts';
import { offerDeliveries, offerMoves, offerReminders } from '#server/database/tables/offer-tables.ts';
import { postNames, sharedPosts } from '#server/database/tables/post-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { postEntry } from '#server/services/ledger/ledger.ts';
import { world } from '../servers/world.ts';

const at = new Date('2026-03-02T09:00:00.000Z');

/**
 * A brand and a creator with a row in every table with data about one of them. All their offers and payments are
 * closed.
 */
export interface OneOfEach {
  brandId: string;
  brandEmail: string;
  creatorEmail: string;
  offerId: string;
  /** Name of the draft's file. */
  fileName: string;
  uploadId: string;
}

/**
 * Inserts them into a database. `name` distinguishes their ids from those of another call; `words` are in their names
 * and addresses.
 */
export async function oneOfEach(
  db: Database,
  name: string,
  words: { creator: string; brand: string },
): Promise<OneOfEach> {
  const given = world(db);
  const brandEmail = `${words.brand}@brands.test`;
  const creatorEmail = `${words.creator}@creators.test`;
  const company = { companyName: words.brand, companyAddress: words.brand, taxNumber: words.brand };
  const brandId = await given.brand({ email: brandEmail, ...company });
  const campaignId = await given.campaign(brandId, { workerStatus: 'ENDED_SUCCESSFULLY', settledAt: at });
  const creatorId = await given.creator(brandId, { username: `${words.creator}`, firstName: `${words.creator}` });
  const profileId = await given.person(brandId, creatorId, {
    email: creatorEmail,
    ...{ paymentReference: words.creator, paymentReferenceAt: at },
  });
  await db.insert(creatorTags).values({ creatorId: profileId, tagId: await given.tag() });
  const [account] = await db.select().from(creatorAccounts).where(eq(creatorAccounts.creatorId, profileId));
  if (account === undefined) throw new Error('The creator has no account');
  await db.insert(accountNames).values({ accountId: account.id, username: 'ada.before', since: at, until: at });
  const offerId = await given.offer(brandId, campaignId, { creatorId, stageType: 'CLEARED' });
  const fileName = `${brandId}/${name.padEnd(43, '_')}.mp4`;
  await given.submission(brandId, offerId, { fulfillment: `/files/${fileName}` });
  await db.update(offers).set({ stageType: 'CLEARED' }).where(eq(offers.id, offerId));
  await db.insert(storedFiles).values({ brandId, name: fileName, sizeBytes: 5, touchedAt: at, isDraft: true });
  await given.post(brandId, offerId);
  await given.pushDevice(brandId);
  const paymentId = await given.payment(brandId);
  await given.paymentMethod(brandId, { reference: `pm-${name}` });
  const uploadId = `upl_${name}`;
  const offer = { brandId, offerId };
  const known = { ...offer, platform: 'TIKTOK', name: `post-${name}`, url: 'x' } as const;
  await db.insert(postNames).values({ ...known, post: known.name, createdAt: at });
  await db.insert(sharedPosts).values(known);
  await db.insert(offerMoves).values({ ...offer, sequence: 1, move: 'invite', by: 'provider', at, toStage: 'OFFERED' });
  await db.insert(offerDeliveries).values({ ...offer, address: 'x', sentAt: at });
  await db.insert(offerReminders).values({ ...offer, waitsSince: at, reminder: 'half-time', at });
  await given.upload(brandId, offerId, { id: uploadId });
  await db.insert(mediaUploads).values({
    ...{ id: `mup_${name}`, brandId, destination: 'campaigns/media', sizeBytes: 5, receivedBytes: 5 },
    ...{ createdAt: at, changedAt: at },
  });
  const mail = { kind: 'offer-moved', data: {}, createdAt: at, dueAt: at, changedAt: at };
  await db.insert(mails).values([
    { ...mail, id: `mai_b_${name}`, brandId, recipient: brandEmail },
    { ...mail, id: `mai_c_${name}`, brandId, recipient: creatorEmail },
  ]);
  const call = { brandId, requestHash: 'x', status: 200 };
  await db.insert(idempotencyKeys).values([
    { ...call, actor: 'brand', key: `b-${name}`, body: { id: offerId, user: { firstName: `${words.creator}` } } },
    { ...call, actor: offerId, key: `c-${name}`, body: {} },
  ]);
  await db.insert(emailCodes).values({
    ...{ brandId, id: `cod_${name}`, kind: 'verify_email', codeHash: 'x', createdAt: at, expiresAt: at },
  });
  const paid = { brandId, paymentId, amountCents: 100_000, createdAt: at };
  await db.insert(charges).values({
    ...{ ...paid, idempotencyKey: name, requestHash: 'x', provider: 'sandbox', providerKey: name, source: 'x' },
    ...{ state: 'SUCCEEDED', reference: `ch-${name}` },
  });
  await db.insert(chargeReversals).values({
    ...{ brandId, provider: 'sandbox', reference: `re-${name}`, paymentId, kind: 'REFUND', bookedCents: 1 },
    ...{ isFinal: true, updatedAt: at },
  });
  await db.insert(paymentCustomers).values({ brandId, provider: 'sandbox', reference: `cus-${name}` });
  await db.insert(paymentOrders).values({
    ...{ brandId, provider: 'sandbox', reference: `ord-${name}`, amountCents: 100_000, payee: 'us', createdAt: at },
  });
  await db.insert(sandboxCharges).values({ ...paid, reference: `sch-${name}`, key: `sch-${name}`, source: 'x' });
  const payoutId = `pyo_${name}`;
  await db.insert(payouts).values({
    id: payoutId,
    creatorId: profileId,
    amountCents: 1,
    note: words.creator,
    paymentReference: words.creator,
    paidAt: at,
  });
  await db.insert(earnings).values({ brandId, offerId, campaignId, amountCents: 1, settledAt: at, payoutId });
  const hold = { id: `hld_${name}`, brandId, offerId, reason: words.creator, heldAt: at, releasedAt: at };
  await db.insert(earningHolds).values({ ...hold, releaseNote: words.creator });
  await db.insert(holdAnswers).values({ id: `han_${name}`, holdId: hold.id, text: words.creator, at });
  await given.funds(brandId, 100_000);
  await db.transaction(async (tx) => {
    const writer = await brandWriter(tx, brandId);
    await postEntry(writer, { kind: 'budget_captured', lines: { available: -100_000, campaigns: 100_000 }, at });
  });
  return { brandId, brandEmail, creatorEmail, offerId, fileName, uploadId };
}
