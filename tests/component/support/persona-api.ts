import { listSessions } from '#contract/account/auth.ts';
import { getPush } from '#contract/account/push.ts';
import { getPayment, listPayments } from '#contract/brand/billing.ts';
import { type Brand, getBrand, listTags, onboardingSteps } from '#contract/brand/brand.ts';
import { getStatement, listStatements } from '#contract/brand/statement.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { monthOf } from '#domain/statements/month.ts';
import { statementOf } from '#domain/statements/statement.ts';
import { accountStates, keptOut, newlySignedUp, type Persona, refusalCodes } from '#tests/support/personas/personas.ts';
import { aCampaign, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from './brand-api.ts';
import { aBrand, aCampaignAnalytics } from './examples.ts';
import { type FakeApi, type FakeCall, refusal } from './fake-api.ts';

/** The account of a persona; an erased one is as it was before. */
function accountOf(persona: Persona): Brand {
  const isNew = newlySignedUp.includes(persona);
  const onboarding = Object.fromEntries(onboardingSteps.map((step) => [step, !isNew])) as Brand['onboarding'];
  const bare = {
    description: null,
    brandUrl: null,
    tikTokHandle: null,
    availableBalanceCents: 0,
    pendingBalanceCents: 0,
  };
  return aBrand({ ...(persona === 'erased' ? {} : accountStates[persona]), onboarding, ...(isNew ? bare : {}) });
}

const emptyPage = ({ query }: FakeCall) => paginate([], Number(query.page ?? 1), Number(query.pageSize ?? 20));

/** The API with the responses for a persona's page. */
export function personaApi(persona: Persona): FakeApi & { brand: Brand } {
  const brand = accountOf(persona);
  const hasCampaign = persona === 'oneCampaign' || persona === 'overlapping';
  const api = brandApi({
    brand,
    campaigns: hasCampaign ? [aCampaign()] : [],
    offers: hasCampaign ? [anOffer()] : [],
  });
  const { campaignName: _, ...figures } = aCampaignAnalytics();
  const zeros = Object.fromEntries(Object.keys(figures).map((name) => [name, 0]));
  const month = monthOf(new Date());
  const ofBrand = `GET /brand/v1.0/analytics/brand/${brand.id}`;
  const answers: Record<string, (call: FakeCall) => unknown> = {
    [ofBrand]: () => ({ ...zeros, brandName: brand.name, updatedAt: '2026-03-15T12:00:00.000Z' }),
    [`${ofBrand}/days`]: () => ({ days: [] }),
    [`${ofBrand}/posts`]: emptyPage,
    [`GET ${listTags.path}`]: () => [],
    [`GET ${listStatements.path}`]: () => ({ months: [month] }),
    [`GET ${pathOf(getStatement, { month })}`]: () => statementOf(month, 0, []),
    [`GET ${pathOf(getPayment, { paymentId: 'pay_1' })}`]: () => refusal(404, 'not_found', 'Payment not found.'),
  };
  for (const [target, answer] of Object.entries(answers)) api.on(target, answer);

  const settings = [listPayments, listSessions, getPush].map(({ path }) => `GET ${path}`);
  const readable = [...Object.keys(answers), ...settings, targets.campaigns, targets.offers, targets.templates];
  if (persona === 'erased') {
    const gone = () => refusal(401, 'unauthorized', 'Please log in again.');
    for (const target of [...readable, `GET ${getBrand.path}`]) api.on(target, gone);
    api.on('POST /v1.0/auth/brand/refresh', () => refusal(401, 'invalid_refresh_token', 'Please log in again.'));
  }
  const refused = keptOut.find((each) => each === persona);
  if (refused !== undefined) {
    for (const target of readable)
      api.on(target, () => refusal(403, refusalCodes[refused], 'Your account isn’t open.'));
  }
  return { ...api, brand };
}
