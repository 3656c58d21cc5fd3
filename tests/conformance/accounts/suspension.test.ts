import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { OfferStageType } from '#contract/brand/offer.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { mailsTo, newEmail } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer({ supportEmail: 'help@afield.test' });
const reason = 'Two invoices are unpaid.';

const decide = (brand: string, decision: 'APPROVED' | 'REJECTED', why?: string) =>
  operate(server, 'decide-on-brand', { brand, decision, ...(why ? { reason: why } : {}) });
const suspend = (brand: string, why = reason) => operate(server, 'suspend-brand', { brand, reason: why });
const reinstate = (brand: string) => operate(server, 'reinstate-brand', { brand });

async function aBrand(approvalStatus: 'PENDING' | 'APPROVED' | 'REJECTED' = 'APPROVED') {
  const email = newEmail();
  const brandId = await given.brand({ email, approvalStatus });
  const { accessToken: token } = await server.sessionOf(brandId);
  return { email, brandId, token };
}

/** An approved brand with money, a running campaign and one offer in each of these stages. */
async function atWork<S extends OfferStageType>(...stages: S[]) {
  const brand = await aBrand();
  await given.funds(brand.brandId, 100_000);
  const now = server.clock.now();
  const campaignId = await given.campaign(brand.brandId, { startAt: now, workerStartDate: now, createdAt: now });
  const ids = {} as Record<S, string>;
  for (const stageType of stages) {
    const creatorId = await given.creator(brand.brandId);
    await given.person(brand.brandId, creatorId);
    ids[stageType] = await given.offer(brand.brandId, campaignId, { creatorId, stageType, stageEnteredAt: now });
  }
  return { ...brand, campaignId, offers: ids };
}

const brandOf = async (token: string) => (await call(server, endpoints.getBrand, { token })).data;
const listing = async (token: string) => {
  const { status, error } = await call(server, endpoints.listCampaigns, {
    token,
    query: { page: '1', pageSize: '20' },
  });
  return [status, error?.code, error?.message];
};

test('a suspended brand sees the reason in its account and by email, and keeps its money', async () => {
  const { email, brandId, token } = await atWork();
  const before = await booksOf(server.db, brandId);
  const since = server.clock.now().toISOString();
  expect(await suspend(email)).toMatchObject({ changed: true, brand: { suspension: { reason, since } } });
  expect(await brandOf(token)).toMatchObject({ approvalStatus: 'REJECTED', suspension: { reason, since } });
  expect(await listing(token)).toEqual([403, 'suspended', 'Your account is suspended.']);
  expect(await booksOf(server.db, brandId)).toEqual(before);
  const [mail] = await mailsTo(server, email);
  expect(mail).toMatchObject({ subject: 'Your account is suspended' });
  expect(mail?.text).toContain(reason);
  expect(mail?.text).toContain('help@afield.test');
});

test('a reinstated brand gets its state back and an email', async () => {
  const { email, token, campaignId } = await atWork();
  await suspend(email);
  expect(await reinstate(email)).toMatchObject({
    changed: true,
    brand: { approvalStatus: 'APPROVED', suspension: null },
  });
  expect(await brandOf(token)).not.toHaveProperty('suspension');
  const { data } = await call(server, endpoints.listCampaigns, { token, query: { page: '1', pageSize: '20' } });
  expect(data.data.map(({ id }) => id)).toEqual([campaignId]);
  expect((await mailsTo(server, email)).map(({ subject }) => subject).sort()).toEqual([
    'Your account is active again',
    'Your account is suspended',
  ]);
});

test('repeating a suspension changes nothing and sends nothing; another reason replaces the first', async () => {
  const { email, token } = await aBrand();
  expect(await suspend(email)).toMatchObject({ changed: true });
  expect(await suspend(email)).toMatchObject({ changed: false });
  expect(await suspend(email, 'Three invoices are unpaid.')).toMatchObject({ changed: true });
  expect(await brandOf(token)).toMatchObject({ suspension: { reason: 'Three invoices are unpaid.' } });
  expect(await reinstate(email)).toMatchObject({ changed: true });
  expect(await reinstate(email)).toMatchObject({ changed: false });
  expect(await mailsTo(server, email)).toHaveLength(3);
});

test('each command requires the right state, and names the command to use instead', async () => {
  const approved = await aBrand();
  await expect(decide(approved.email, 'REJECTED')).rejects.toThrow(/is approved\. Use suspend-brand/);
  await suspend(approved.email);
  await expect(decide(approved.email, 'REJECTED')).rejects.toThrow(/is suspended/);
  await expect(decide(approved.email, 'APPROVED')).rejects.toThrow(/is suspended\. Use reinstate-brand/);
  for (const status of ['PENDING', 'REJECTED'] as const) {
    const { email } = await aBrand(status);
    await expect(suspend(email)).rejects.toThrow(/was never approved\. Use reject-brand/);
    await expect(reinstate(email)).rejects.toThrow(/isn’t suspended\. Use approve-brand/);
  }
  await expect(operate(server, 'suspend-brand', { brand: approved.email })).rejects.toThrow(/reason/);
});

test('a rejected brand isn’t shown as under review', async () => {
  const { email, token } = await aBrand('PENDING');
  await decide(email, 'REJECTED', 'We can’t advertise tobacco.');
  expect(await listing(token)).toEqual([403, 'not_approved', 'Your account wasn’t approved.']);
  expect(await brandOf(token)).not.toHaveProperty('suspension');
  const [mail] = await mailsTo(server, email);
  expect(mail?.text).toContain('We can’t advertise tobacco.');
  expect(mail?.text).toContain('help@afield.test');
});

test('lists show suspended brands apart from rejected ones', async () => {
  const [suspended, rejected] = [await aBrand(), await aBrand('REJECTED')];
  await suspend(suspended.email);
  const listed = async (status: string) =>
    (await operate<{ brands: { id: string }[] }>(server, 'list-brands', { status })).brands.map(({ id }) => id);
  expect(await listed('SUSPENDED')).toContain(suspended.brandId);
  expect(await listed('SUSPENDED')).not.toContain(rejected.brandId);
  expect(await listed('REJECTED')).toContain(rejected.brandId);
  expect(await listed('REJECTED')).not.toContain(suspended.brandId);
});

test('a suspended brand’s creators can’t be invited or accept, and accepted work continues', async () => {
  const brand = await atWork('OFFERED', 'SUBMIT_EVIDENCE');
  const { email, campaignId } = brand;
  const moveBy = async (offerId: string, body: { move: 'accept' }) => {
    const token = await server.linkOf(offerId);
    const { data: offer } = await call(server, endpoints.getCreatorOffer, { token });
    const ifMatch = String(offer.version);
    const { status, error } = await call(server, endpoints.makeCreatorMove, { token, key: newKey(), ifMatch, body });
    return { moves: offer.moves, status, code: error?.code };
  };
  await suspend(email);
  const accept = { move: 'accept' } as const;
  const refused = await moveBy(brand.offers.OFFERED, accept);
  expect(refused).toMatchObject({ status: 409, code: 'move_refused' });
  expect(refused.moves).not.toContain('accept');
  expect(refused.moves).toContain('decline');
  await operate(server, 'add-creator', { email: 'new@creators.test', platform: 'TIKTOK', username: 'new.one' });
  expect(await operate(server, 'invite', { campaignId, emails: ['new@creators.test'] })).toMatchObject({
    invited: [],
    refused: [{ reason: expect.stringContaining('the brand is suspended') }],
  });
  const { data: owed } = await call(server, endpoints.getCreatorOffer, {
    token: await server.linkOf(brand.offers.SUBMIT_EVIDENCE),
  });
  expect(owed.moves).toContain('submit-draft');
  await reinstate(email);
  expect(await moveBy(brand.offers.OFFERED, accept)).toMatchObject({ status: 200 });
  expect(await server.db.select().from(offers).where(eq(offers.campaignId, campaignId))).toHaveLength(2);
  const [campaign] = await server.db.select().from(campaigns).where(eq(campaigns.id, campaignId));
  expect(campaign).toMatchObject({ status: 'ACTIVE' });
});
