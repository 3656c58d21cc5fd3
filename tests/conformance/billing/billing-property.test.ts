import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Campaign } from '#contract/brand/campaign.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { readPaymentPage } from '#server/services/ledger/payment-history.ts';
import { handleProviderEvent } from '#server/services/ledger/payments/events.ts';
import type { ProviderUnavailableError } from '#server/services/ledger/payments/provider.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { checkChargesAfter, paymentDeps, reconcileAll } from '#tests/support/money/billing.ts';
import { auditOf, booksOf } from '#tests/support/money/books.ts';
import { banks, type Fate, losses, shakyProvider } from '#tests/support/money/shaky-provider.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import type { TestServer } from '#tests/support/servers/server.ts';

// No sequence of funding, refunds, disputes, campaigns, decisions, failures, repeats and lost responses creates or
// loses a cent, even with concurrent requests to two servers.

const fates = new Map<string, Fate>();
const shaky = shakyProvider((providerKey) => fates.get(providerKey.slice(-26)));
const payments = { card: shaky.provider, paypal: null };
const { server, given } = await apiServer({ payments });
const tagId = await given.tag();

const onOne = ['approve', 'reject', 'archive', 'replace', 'event'] as const;
type Operation =
  | { do: 'fund'; cents: number; fate: Fate }
  | { do: 'create'; cents: number; startsLater: boolean }
  | { do: 'repeat'; which: number }
  | { do: (typeof onOne)[number]; which: number }
  | { do: 'reverse'; which: number; cents: number }
  | { do: 'check' | 'decide' };

const loss = fc.constantFrom(...losses);
const fate: fc.Arbitrary<Fate> = fc.record({
  prepare: fc.array(loss, { maxLength: 2 }),
  take: fc.array(loss, { maxLength: 2 }),
  bank: fc.constantFrom(...banks),
});
const which = fc.nat(20);
const cents = fc.integer({ min: 25_000, max: 90_000 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('fund' as const), cents, fate }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), cents, startsLater: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('repeat' as const), which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom(...onOne), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), which, cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('check' as const, 'decide' as const) }) },
);
/** Groups of concurrent operations, run one group after another. */
const history = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 });

/** A brand with its requests and the responses it received. */
async function aBrand() {
  const brandId = await given.brand({ tikTokHandle: 'northwind' });
  const methodId = await given.paymentMethod(brandId, { provider: 'stripe', reference: 'pm_1' });
  const sent: ((app: Pick<TestServer, 'app'>) => Promise<unknown>)[] = [];
  const campaignIds: string[] = [];
  let turn = 0;
  const anyServer = () => (turn++ % 2 === 0 ? server : { app: server.twin });
  const token = async () => (await server.sessionOf(brandId)).accessToken;
  const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

  const send = (again: (app: Pick<TestServer, 'app'>) => Promise<unknown>) => {
    sent.push(again);
    return again(anyServer());
  };
  const create = (cpmBudgetCents: number, startsLater: boolean, replacesCampaignId?: string) => {
    const key = newKey();
    const body = newCampaign({
      ...{ tagIds: [tagId], cpmBudgetCents, startAtDeltaSecs: startsLater ? 86_400 * 365 : 0 },
      ...(replacesCampaignId === undefined ? {} : { replacesCampaignId }),
    });
    return send(async (app) => {
      const { status, data } = await call(app, endpoints.createCampaign, { token: await token(), key, body });
      if (status === 200 && !campaignIds.includes(data.id)) campaignIds.push(data.id);
    });
  };
  const decide = async (campaignId: string | undefined, decision: 'APPROVED' | 'REJECTED') => {
    if (campaignId === undefined) return;
    // Deciding on a campaign that is already decided or archived is refused.
    await decideCampaign(server, campaignId, decision).catch(() => {});
  };
  const paymentIds = async () =>
    (await readPaymentPage(brandScope(server.db, brandId), { page: 1, pageSize: 100 })).data.map(({ id }) => id);

  const takeEventOf = async (paymentId: string | undefined, type: string) => {
    if (paymentId === undefined) return;
    const event = { id: `evt_${newKey()}`, type, charge: { brandId, paymentId } };
    await handleProviderEvent(paymentDeps(server, payments), 'stripe', event).catch(
      (_: ProviderUnavailableError) => {},
    );
  };

  const apply = async (operation: Operation): Promise<unknown> => {
    switch (operation.do) {
      case 'fund': {
        const key = newKey();
        fates.set(key, operation.fate);
        const body = { type: 'stripe', paymentMethodId: methodId, amountCents: operation.cents } as const;
        return send(async (app) => call(app, endpoints.addFunds, { token: await token(), key, body }));
      }
      case 'create':
        return create(operation.cents, operation.startsLater);
      case 'replace':
        return create(30_000, false, at(campaignIds, operation.which));
      case 'repeat':
        return at(sent, operation.which)?.(anyServer());
      case 'approve':
        return decide(at(campaignIds, operation.which), 'APPROVED');
      case 'reject':
        return decide(at(campaignIds, operation.which), 'REJECTED');
      case 'archive': {
        const campaignId = at(campaignIds, operation.which);
        if (campaignId === undefined) return undefined;
        const body = { status: 'ARCHIVED' } as const;
        const key = newKey();
        return send(async (app) =>
          call(app, endpoints.updateCampaign, { token: await token(), key, params: { campaignId }, body }),
        );
      }
      case 'event':
        return takeEventOf(at(await paymentIds(), operation.which), 'payment_intent.succeeded');
      case 'reverse': {
        const paymentId = at(await paymentIds(), operation.which);
        if (paymentId !== undefined) shaky.reverse(paymentId, operation.cents);
        return takeEventOf(paymentId, 'refund.created');
      }
      case 'check':
        return checkChargesAfter(180_000, server, payments);
      case 'decide':
        return shaky.decide(brandId);
    }
  };
  return { brandId, apply, token, sent };
}

type Brand = Awaited<ReturnType<typeof aBrand>>;

async function everyCampaign({ token }: Brand): Promise<Campaign[]> {
  const query = { page: '1', pageSize: '100' };
  return (await call(server, endpoints.listCampaigns, { token: await token(), query })).data.data;
}

/** Checks the accounts using only the data that the brand can see. */
async function expectBooksAgree(brand: Brand) {
  const books = await booksOf(server.db, brand.brandId);
  const campaigns = await everyCampaign(brand);
  const scope = brandScope(server.db, brand.brandId);
  const { data: shown } = await readPaymentPage(scope, { page: 1, pageSize: 100 });
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const budgetOf = (campaign: Campaign) => campaign.cpmBudgetCents ?? 0;
  const isHeld = ({ approvalStatus, status }: Campaign) => approvalStatus === 'PENDING' && status === 'ACTIVE';
  const isSpent = ({ approvalStatus, status, CPMWorker }: Campaign) =>
    approvalStatus === 'APPROVED' && !(status === 'ARCHIVED' && CPMWorker?.status === 'QUEUED');
  const completed = shown.filter(({ status }) => status === 'COMPLETED').map(({ amountCents }) => amountCents);
  const pending = shown.filter(({ status }) => status === 'PENDING').map(({ amountCents }) => amountCents);

  expect(books.held).toBe(sum(campaigns.filter(isHeld).map(budgetOf)));
  expect(books.campaigns).toBe(sum(campaigns.filter(isSpent).map(budgetOf)));
  expect(books.available + books.held).toBe(sum(completed));
  const takenBack = shown.filter(({ kind, amountCents }) => kind !== undefined && amountCents < 0);
  expect(books.available - sum(takenBack.map(({ amountCents }) => amountCents))).toBeGreaterThanOrEqual(0);
  expect(books.pending).toBeLessThanOrEqual(sum(pending));
  expect(sum(Object.values(books))).toBe(0);
  return books;
}

test('random sequences of payments create or lose no cent', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (batches) => {
      const brand = await aBrand();
      shaky.calm(false);
      for (const batch of batches) {
        await Promise.all(batch.map(brand.apply));
        await expectBooksAgree(brand);
      }
      // The network recovers and the banks have decided; each request without a response is repeated once.
      shaky.calm(true);
      for (const again of brand.sent) await again(server);
      shaky.decide(brand.brandId);
      await checkChargesAfter(2 * 3_600_000, server, payments);
      await reconcileAll(server, payments);

      const books = await expectBooksAgree(brand);
      expect(books.pending).toBe(0);
      expect(books.provider + shaky.taken(brand.brandId)).toBe(0);
      expect(await auditOf(server.db, brand.brandId)).toEqual([]);
    }),
    { numRuns: Number(process.env.AFIELD_RUNS ?? 12) },
  );
  expect(server.errors).toEqual([]);
});
