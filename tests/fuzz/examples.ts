import type { EndpointName } from '#contract/calls/endpoints.ts';
import { aSubscription } from '#tests/support/services/push-receiver.ts';
import type { FuzzClient } from './client.ts';
import type { Creators } from './creators.ts';
import type { BrandIdentity, Identities, Identity } from './identities.ts';
import { picture } from './known.ts';
import { poolOf } from './pool.ts';
import type { Random } from './random.ts';
import type { Reviews } from './reviews.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Values that make a request succeed if its schema alone doesn't: fields that belong together, and their owner. */
export interface Example {
  as?: Identity;
  params?: Fields;
  query?: Fields;
  body?: Fields;
  /** The submission that the brand has seen, or the creator's version of the offer. */
  seen?: string;
}
export type Examples = Readonly<
  Partial<Record<EndpointName, (random: Random) => Example | null | Promise<Example | null>>>
>;

interface Params {
  client: FuzzClient;
  identities: Identities;
  reviews: Reviews;
  creators: Creators;
  /** An accepted push origin without a listener. */
  pushOrigin: string;
}

const days = ['2025-12-01', '2026-03-01', '2026-06-15', '2026-09-30', '2026-11-20'];
const tokens = ['pm_sandbox_4242', 'pm_sandbox_4444', 'pm_sandbox_0002', 'pm_sandbox_0341'];
const amounts = [10_000, 12_345, 50_000, 1_000_000];

export async function makeExamples({ client, identities, reviews, creators, pushOrigin }: Params): Promise<Examples> {
  const { own, approved, admin, spare } = identities;
  const cards = new Map<BrandIdentity, string>();
  for (const brand of approved) cards.set(brand, await cardOf(client, brand));
  // No other request changes these brands.
  const rich = approved.slice(1, 3);
  for (const brand of rich) await prepareForCampaigns(client, brand, cards.get(brand) ?? '');
  const { cursor } = await client.callAs<{ cursor: string }>(own, 'GET', '/brand/v1.0/changes');

  const login = poolOf(30, () => client.signUp('Logs in'));
  const verification = poolOf(12, () => client.signUp('Verifies'));
  const link = poolOf(12, () => client.signUp('Has a link'));
  const changing = poolOf(8, () => client.signUp('Changes'));
  const reset = poolOf(8, async () => {
    const { email, password, session } = await client.signUp('Forgets');
    return { brandId: session.brandId, resetCode: await client.resetCodeOf(email), password };
  });
  const as = (name: string, accessToken: string): Identity => ({
    name,
    token: () => accessToken,
    renew: async () => false,
  });
  const period = (random: Random): Fields => {
    const [since, until] = [random.below(days.length), random.below(days.length)].sort((a, b) => a - b);
    return random.chance(0.5)
      ? { timePeriodType: 'range', preset: undefined, since: days[since ?? 0], until: days[until ?? 0] }
      : { timePeriodType: 'preset', since: undefined, until: undefined };
  };
  const ofBrand = (random: Random) => ({ as: own, params: { brandId: own.id }, query: period(random) });
  const ofCampaign = (random: Random) => ({ as: own, query: period(random) });
  const decisionOn = async (decision: 'approve' | 'request-changes', random: Random): Promise<Example | null> => {
    const review = await reviews.next(decision, random);
    return review === null ? null : { as: own, params: { id: review.id }, seen: review.seen };
  };
  const device = (random: Random) => ({
    endpoint: `${pushOrigin}/${random.below(2 ** 31)}`,
    keys: aSubscription(),
    quietTime: { fromMinute: 1_320, toMinute: 420, zone: 'Europe/Berlin' },
  });

  return {
    login: async () => {
      const { email, password } = await login();
      return { body: { email, password } };
    },
    signup: (random) => ({
      body: { email: `new${random.below(2 ** 31)}@brands.test`, name: 'Northwind', password: 'Right-pass1!' },
    }),
    refreshBrand: (random) => {
      const { brandId, refreshToken } = random.pick(spare);
      return { body: { brandId, refreshToken } };
    },
    refreshAdmin: () => ({ body: { adminUserId: admin.adminUserId, refreshToken: admin.refreshToken } }),
    resetPassword: async () => ({ body: await reset() }),
    verifyEmail: async () => {
      const { session, emailCode } = await verification();
      return { as: as('who signed up', session.accessToken), body: { emailCode } };
    },
    verifyEmailByLink: async () => {
      const { session, emailCode } = await link();
      return { body: { brandId: session.brandId, emailCode } };
    },
    changeEmail: async (random) => {
      const { session, password } = await changing();
      const body = { email: `changed-${random.below(1_000_000)}@brands.test`, password };
      return { as: as('who signed up', session.accessToken), body };
    },
    changePassword: async () => {
      const { session, password } = await changing();
      const body = { currentPassword: password, newPassword: password };
      return { as: as('who signed up', session.accessToken), body };
    },
    addFunds: async (random) => {
      const brand = random.pick(rich);
      const amountCents = random.pick(amounts);
      if (random.chance(0.5)) {
        return { as: brand, body: { type: 'stripe', paymentMethodId: cards.get(brand), amountCents } };
      }
      const path = '/brand/v1.0/billing/paypal/orders';
      const { id } = await client.callAs<{ id: string }>(brand, 'POST', path, { amountCents });
      return { as: brand, body: { type: 'paypal', paypalOrderId: id } };
    },
    uploadFiles: (random) => ({
      as: random.pick(approved),
      body: { destinationPath: 'campaigns/media', files: [picture] },
    }),
    onboardBrand: (random) => ({ as: random.pick(approved) }),
    addPaymentMethod: (random) => ({
      as: random.pick(rich),
      body: { type: 'stripe', stripeToken: random.pick(tokens) },
    }),
    createCampaign: (random) => ({
      as: random.pick(rich),
      body: {
        title: random.pick(['Spring', 'Grüße 💚', 'x'.repeat(120)]),
        campaignType: random.pick(['CPM', 'CPM', 'DROP', 'FLAT_FEE']),
        socialPlatforms: ['INSTAGRAM'],
        startAtDeltaSecs: random.pick([0, 86_400, 2_592_000]),
        endAtDeltaSecs: random.pick([null, 2_600_000, 99_999_999]),
        cpmBudgetCents: random.pick([100_000, 123_456]),
        replacesCampaignId: undefined,
      },
    }),
    updateCampaign: (random) => ({
      as: own,
      body: { unread: random.chance(0.5), status: undefined },
    }),
    renameCampaign: (random) => ({ as: own, body: { name: `Roast ${random.below(1000)}` } }),
    changeCampaign: (random) => ({
      as: own,
      body: random.pick([
        { change: 'pause' },
        { change: 'resume' },
        { change: 'extend', endAt: '2026-12-01T00:00:00.000Z' },
        { change: 'top-up', amountCents: 10_000 },
        { change: 'accept-proposal', proposal: 1 },
        { change: 'decline-proposal', proposal: 1, note: 'Too much.' },
      ]),
    }),
    getBrandAnalytics: ofBrand,
    getBrandDays: ofBrand,
    listBrandPosts: ofBrand,
    getCampaignAnalytics: ofCampaign,
    getCampaignDays: ofCampaign,
    listCampaignPosts: ofCampaign,
    acceptEvidence: (random) => decisionOn('approve', random),
    rejectEvidence: async (random) => {
      const decision = await decisionOn('request-changes', random);
      const change = {
        templateName: 'CUSTOM',
        variables: { reason: 'The logo is cut off 💚', note: 'Here', atSeconds: 4 },
      };
      return decision === null ? null : { ...decision, body: { requestedChanges: [change] } };
    },
    getChanges: (random) => ({ as: own, query: { cursor: random.pick([undefined, cursor]) } }),
    getCreatorOffer: creators.one,
    makeCreatorMove: creators.move,
    getCreatorStatement: creators.one,
    savePaymentReference: (random) => ({ ...creators.one(random), body: { reference: 'Rechnung 7 💚' }, seen: '0' }),
    answerHold: creators.answer,
    requestCreatorLink: creators.newLink,
    savePushDevice: (random) => ({ as: random.pick(approved), body: device(random) }),
    removePushDevice: async (random) => {
      const brand = random.pick(approved);
      const path = '/brand/v1.0/push/device';
      const { id } = await client.callAs<{ id: string }>(brand, 'PUT', path, device(random));
      return { as: brand, params: { id } };
    },
  };
}

async function cardOf({ call }: FuzzClient, brand: BrandIdentity): Promise<string> {
  const card = { type: 'stripe', stripeToken: 'pm_sandbox_4242' };
  const { id } = await call<{ id: string }>('POST', '/brand/v1.0/billing/payment-methods', card, brand.token());
  return id;
}

/** Adds funds for all campaigns that a run may create, and the account to create them for. */
async function prepareForCampaigns({ call }: FuzzClient, brand: BrandIdentity, paymentMethodId: string): Promise<void> {
  await call('PUT', '/brand/v1.0/brands/current', { instagramHandle: 'northwind' }, brand.token());
  const funds = { type: 'stripe', paymentMethodId, amountCents: 99_999_999 };
  for (let times = 0; times < 2; times += 1) await call('POST', '/brand/v1.0/billing/funds', funds, brand.token());
}
