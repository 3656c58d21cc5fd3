import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { postEntry } from '#server/services/ledger/ledger.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { getBrand, getChanges, getPayment, listPayments, listTags, onboardBrand, updateBrand } = endpoints;
const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn({ description: 'Coffee', tikTokHandle: 'northwind' }));
});
const brand = async () => (await call(server, getBrand, { token })).data;

test('given fields change, null clears a field, and other fields stay', async () => {
  const body = { brandUrl: 'https://northwind.test', tikTokHandle: null, postNotificationsEnabled: false };
  const { status, data } = await call(server, updateBrand, { token, body });
  expect(status).toBe(200);
  expect(data).toMatchObject({ ...body, description: 'Coffee', loginNotificationsEnabled: true });
  expect(await brand()).toEqual(data);
});

test('billing details are empty until given, can be cleared, and survive other changes', async () => {
  const none = { companyName: null, address: null, taxNumber: null };
  expect((await brand()).billingDetails).toEqual(none);
  const given = { companyName: ' Northwind GmbH ', address: 'Weg 1\n10115 Berlin', taxNumber: '' };
  const billingDetails = { companyName: 'Northwind GmbH', address: 'Weg 1\n10115 Berlin', taxNumber: null };
  const { data } = await call(server, updateBrand, { token, body: { billingDetails: given } });
  expect(data.billingDetails).toEqual(billingDetails);
  await call(server, updateBrand, { token, body: { description: 'Tea for long walks.' } });
  expect((await brand()).billingDetails).toEqual(billingDetails);
});

test.each([
  ['companyName', 'x'.repeat(121), 'Company name must be at most 120 characters'],
  ['companyName', 'a\nb', 'Company name must be one line without control characters'],
  ['address', 'x'.repeat(501), 'Address must be at most 500 characters'],
  ['taxNumber', 'x'.repeat(61), 'Tax number must be at most 60 characters'],
])('a %s that is too long or invalid is refused, naming what is expected', async (field, typed, message) => {
  const billingDetails = { companyName: null, address: null, taxNumber: null, [field]: typed };
  const { status, error } = await call(server, updateBrand, { token, body: { billingDetails } });
  expect([status, error?.message, error?.issues?.[0]?.path]).toEqual([400, message, `body.billingDetails.${field}`]);
});

test('a profile’s URL is stored as its handle', async () => {
  const body = {
    tikTokHandle: 'https://www.tiktok.com/@dewdrop.skin?lang=en',
    youtubeHandle: 'youtube.com/c/DewdropSkin/',
    instagramHandle: '@dewdrop.skin',
    facebookHandle: 'https://www.facebook.com/reel/1000000000',
  };
  const { data } = await call(server, updateBrand, { token, body });
  const handles = {
    tikTokHandle: 'dewdrop.skin',
    youtubeHandle: 'DewdropSkin',
    instagramHandle: 'dewdrop.skin',
    facebookHandle: null,
  };
  expect(data).toMatchObject(handles);
  expect(await brand()).toMatchObject(handles);
});

test('a website that isn’t a web address is refused', async () => {
  for (const brandUrl of ['javascript:alert(1)', 'northwind.test', 'ftp://northwind.test']) {
    expect((await call(server, updateBrand, { token, body: { brandUrl } })).status).toBe(400);
  }
});

test('onboarding steps from two devices at once are all kept', async () => {
  const steps = ['welcome', 'description', 'iconUrl', 'brandUrl', 'socialHandles'] as const;
  await Promise.all(steps.map((step) => call(server, onboardBrand, { token, body: { onboarding: { [step]: true } } })));
  await call(server, updateBrand, { token, body: { onboarding: { welcome: false } } });
  expect((await brand()).onboarding).toEqual({
    ...Object.fromEntries(steps.map((step) => [step, true])),
    welcome: false,
  });
});

describe('money', () => {
  const post = (entry: Parameters<typeof postEntry>[1]) =>
    writeBrand({ db: server.db, brandId }, (writer) => postEntry(writer, entry));
  const at = new Date('2026-03-01T00:00:00.000Z');

  test('balances are the sums of the ledger, and appear in the change feed', async () => {
    const { cursor } = (await call(server, getChanges, { token })).data;
    await post({ kind: 'funds_pending', lines: { pending: 50_000, provider: -50_000 }, at });
    await post({ kind: 'funds_settled', lines: { available: 50_000, pending: -50_000 }, at });
    await post({ kind: 'funds_pending', lines: { pending: 7_000, provider: -7_000 }, at });
    await post({ kind: 'budget_held', lines: { held: 20_000, available: -20_000 }, at });
    expect(await brand()).toMatchObject({ availableBalanceCents: 30_000, pendingBalanceCents: 7_000 });
    const { data } = await call(server, getChanges, { token, query: { cursor } });
    expect(data.brand).toMatchObject({ availableBalanceCents: 30_000 });
  });

  test('an entry that creates or loses money is refused with its whole transaction', async () => {
    await expect(post({ kind: 'funds_added', lines: { available: 100 }, at })).rejects.toThrow(/sum to zero/);
    expect((await brand()).availableBalanceCents).toBe(0);
  });

  test('payments are listed newest first', async () => {
    const ids: string[] = [];
    for (const day of [3, 1, 2])
      ids.push(await given.payment(brandId, { updatedAt: new Date(Date.UTC(2026, 2, day)) }));
    await given.payment(await given.brand());
    const { data } = await call(server, listPayments, { token, query: { pageSize: '2' } });
    expect(data.data.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(data.pagination).toEqual({ nextPage: 2, previousPage: null, total: 3 });
  });

  test('a payment is visible only to its brand, and matches the list', async () => {
    const paymentId = await given.payment(brandId, { amountCents: 12_345 });
    const others = await given.payment(await given.brand());
    const { data } = await call(server, listPayments, { token });
    expect((await call(server, getPayment, { token, params: { paymentId } })).data).toEqual(data.data[0]);
    const refused = await call(server, getPayment, { token, params: { paymentId: others } });
    expect([refused.status, refused.error?.message]).toEqual([404, 'Payment not found.']);
  });
});

test('tags are listed in their order', async () => {
  const [second, first] = [await given.tag({ position: 902 }), await given.tag({ position: 901 })];
  const { data } = await call(server, listTags, { token });
  expect(data.slice(-2).map(({ id }) => id)).toEqual([first, second]);
});
