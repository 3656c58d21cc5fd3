import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { changeTemplates } from '#domain/offers/change-templates.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { type MadePersona, makePersona } from '#tests/support/personas/make-persona.ts';
import { accountStates, keptOut, type Persona, personas, refusalCodes } from '#tests/support/personas/personas.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

// The requests that the dashboard makes, as each persona. The server has no demo.

const { server } = await apiServer();
const made = {} as Record<Persona, MadePersona>;
for (const persona of personas) made[persona] = await makePersona(server, persona);

const allPages = { page: '1', pageSize: '100' };
const empty = { data: [], pagination: { nextPage: null, previousPage: null, total: 0 } };
const noFigures = { viewCount: 0, likeCount: 0, commentCount: 0, shareCount: 0, postCount: 0, offerCount: 0 };

/** The dashboard's requests about the persona itself. */
const reads = {
  campaigns: ({ token }) => call(server, endpoints.listCampaigns, { token, query: allPages }),
  offers: ({ token }) => call(server, endpoints.listOffers, { token, query: allPages }),
  payments: ({ token }) => call(server, endpoints.listPayments, { token, query: allPages }),
  payment: ({ token }) => call(server, endpoints.getPayment, { token, params: { paymentId: 'pay_1' } }),
  statements: ({ token }) => call(server, endpoints.listStatements, { token }),
  statement: ({ token }) => call(server, endpoints.getStatement, { token, params: { month: '2026-03' } }),
  tags: ({ token }) => call(server, endpoints.listTags, { token }),
  templates: ({ token }) => call(server, endpoints.listChangeTemplates, { token }),
  figures: ({ token, brandId }) => call(server, endpoints.getBrandAnalytics, { token, params: { brandId } }),
  posts: ({ token, brandId }) => call(server, endpoints.listBrandPosts, { token, params: { brandId } }),
  changes: ({ token }) => call(server, endpoints.getChanges, { token }),
  stream: ({ token }) => call(server, endpoints.streamChanges, { token }),
} satisfies Record<string, (as: (typeof made)[Persona]) => Promise<{ status: number; data: unknown }>>;
type Read = keyof typeof reads;
const names = Object.keys(reads) as Read[];

const answerTo = async (persona: Persona, read: Read) => {
  const { status, error } = await call(server, endpoints.getBrand, { token: made[persona].token });
  expect(`${status} ${error?.code ?? 'ok'}`).toBe('200 ok');
  const answer = await reads[read](made[persona]);
  return { status: answer.status, code: answer.error?.code ?? 'ok', data: answer.data as unknown };
};

describe.each(keptOut)('a brand that is %s', (persona) => {
  const code = refusalCodes[persona];

  test('can read its own account and the reason for the block', async () => {
    const { data } = await call(server, endpoints.getBrand, { token: made[persona].token });
    expect(data).toMatchObject({ email: made[persona].email, ...accountStates[persona] });
  });

  test.each(names)('is refused %s, with the reason as a code', async (read) => {
    expect(await answerTo(persona, read)).toMatchObject({ status: 403, code });
  });
});

test('a suspended brand can’t decide, archive or pay, and its data doesn’t change', async () => {
  const { token, brandId, campaignId, offerId } = made.suspended;
  if (campaignId === null || offerId === null) throw new Error('It has nothing to decide on');
  const rowsOf = async () => [
    await server.db.select().from(campaigns).where(eq(campaigns.id, campaignId)),
    await server.db.select().from(offers).where(eq(offers.id, offerId)),
    await booksOf(server.db, brandId),
  ];
  const before = await rowsOf();
  const key = newKey();
  const tries: [Endpoint, object][] = [
    [endpoints.acceptEvidence, { params: { id: offerId }, ifMatch: 'ful_1' }],
    [endpoints.takeBackApproval, { params: { id: offerId }, ifMatch: 'ful_1' }],
    [endpoints.updateCampaign, { params: { campaignId }, body: { status: 'ARCHIVED' } }],
    [endpoints.renameCampaign, { params: { campaignId }, body: { name: 'Autumn roast' } }],
    [endpoints.changeCampaign, { params: { campaignId }, body: { change: 'pause' } }],
    [endpoints.addFunds, { body: { type: 'stripe', paymentMethodId: 'pmt_1', amountCents: 10_000 } }],
  ];
  for (const [endpoint, given] of tries) {
    const { status, error } = await call(server, endpoint, { token, key, ...given });
    expect([status, error?.code]).toEqual([403, 'suspended']);
  }
  expect(await rowsOf()).toEqual(before);
});

describe('an approved brand without data', () => {
  test.each(['campaigns', 'offers', 'payments', 'posts'] as const)('has no %s, and gets no error', async (read) => {
    expect(await answerTo('approved', read)).toEqual({ status: 200, code: 'ok', data: empty });
  });

  test('has empty figures', async () => {
    const { status, data } = await answerTo('approved', 'figures');
    expect(status).toBe(200);
    expect(data).toMatchObject({ ...noFigures, calculatedCpmCentsTotal: 0, proratedBudgetCentsTotal: 0 });
    expect(data).toMatchObject({ budget: { totalCents: 0, spentCents: 0, leftCents: 0 } });
  });

  test('can choose among the tags and templates of every installation', async () => {
    expect((await answerTo('approved', 'tags')).data).toContainEqual(expect.objectContaining({ name: 'All' }));
    const templates = (await answerTo('approved', 'templates')).data as { name: string }[];
    expect(templates.map(({ name }) => name)).toEqual(changeTemplates.map(({ name }) => name));
  });

  test('gets all of its data in one page of changes', async () => {
    const { data } = await answerTo('approved', 'changes');
    expect(data).toMatchObject({ campaigns: [], offers: [], payments: [], posts: [], removed: [], more: false });
  });
});

describe.each(['oneCampaign', 'overlapping'] as const)('a brand with one campaign (%s)', (persona) => {
  const ids = (data: unknown) => (data as typeof empty).data.map(({ id }: { id: string }) => id);

  test('finds its campaign and offer, and no other brand’s, though they share a creator', async () => {
    const { campaignId, offerId } = made[persona];
    expect(ids((await answerTo(persona, 'campaigns')).data)).toEqual([campaignId]);
    expect(ids((await answerTo(persona, 'offers')).data)).toEqual([offerId]);
    const { data } = await answerTo(persona, 'changes');
    expect(data).toMatchObject({ campaigns: [{ id: campaignId }], offers: [{ id: offerId }], more: false });
  });

  test('can’t open the other brand’s records', async () => {
    const other = made[persona === 'oneCampaign' ? 'overlapping' : 'oneCampaign'];
    const { token } = made[persona];
    const offer = await call(server, endpoints.getOffer, { token, params: { id: other.offerId ?? '' } });
    expect([offer.status, offer.error?.code]).toEqual([404, 'not_found']);
  });
});

test('a brand’s decision doesn’t affect the shared creator’s offer from the other brand', async () => {
  const other = () =>
    call(server, endpoints.getOffer, { token: made.overlapping.token, params: { id: made.overlapping.offerId ?? '' } });
  const before = (await other()).data;
  const params = { id: made.oneCampaign.offerId ?? '' };
  const { token } = made.oneCampaign;
  const { data: offer } = await call(server, endpoints.getOffer, { token, params });
  const ifMatch = offer.currentStage.fulfillment?.id ?? '';
  const { status } = await call(server, endpoints.acceptEvidence, { token, params, ifMatch, key: newKey() });
  expect(status).toBe(200);
  expect((await other()).data).toEqual(before);
});

test.each(['brand', ...names] as const)('an erased brand has no session to read %s', async (read) => {
  const { status, error } =
    read === 'brand'
      ? await call(server, endpoints.getBrand, { token: made.erased.token })
      : await reads[read](made.erased);
  expect([status, error?.code]).toEqual([401, 'unauthorized']);
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
