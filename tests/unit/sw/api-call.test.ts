import { expect, test } from 'vitest';
import { acceptEvidence, getOffer, listChangeTemplates, listOffers } from '../../../src/contract/offer.ts';
import { apiCallOf } from '../../../sw/api-call.ts';

const own = 'https://afield.test';
const elsewhere = 'https://api.provider.test/v2';

test.each([
  [own, 'GET', `${own}/brand/v1.0/offers?page=2`, listOffers, '/brand/v1.0/offers?page=2'],
  [own, 'GET', `${own}/brand/v1.0/offers/off_1`, getOffer, '/brand/v1.0/offers/off_1'],
  [own, 'GET', `${own}/brand/v1.0/offers/request-changes/templates`, listChangeTemplates, undefined],
  [own, 'POST', `${own}/brand/v1.0/offers/off_1/evidence/accept`, acceptEvidence, undefined],
  [elsewhere, 'GET', `${elsewhere}/brand/v1.0/offers`, listOffers, '/brand/v1.0/offers'],
] as const)('behind %s, %s %s is a call of the API', (base, method, address, endpoint, path) => {
  const call = apiCallOf(base, method, address);
  expect(call?.endpoint).toBe(endpoint);
  if (path !== undefined) expect(call?.path).toBe(path);
});

test.each([
  [own, 'GET', 'https://elsewhere.test/brand/v1.0/offers'],
  [own, 'DELETE', `${own}/brand/v1.0/offers`],
  [own, 'GET', `${own}/brand/v1x0/offers`],
  [own, 'GET', `${own}/brand/v1.0/offers/`],
  [own, 'GET', `${own}/dashboard/campaigns`],
  [own, 'GET', `${own}/brand/v1.0/offers/%E0%A4%A`],
  [elsewhere, 'GET', 'https://api.provider.test/brand/v1.0/offers'],
  [elsewhere, 'GET', 'https://api.provider.test/v20/brand/v1.0/offers'],
])('behind %s, %s %s is none', (base, method, address) => {
  expect(apiCallOf(base, method, address)).toBeNull();
});

test('what is in the path is unescaped, and what Safari’s pages add to get around a cache is left out', () => {
  const call = apiCallOf(own, 'GET', `${own}/brand/v1.0/offers/a%2Fb?_=123`);
  expect(call?.params).toEqual({ id: 'a/b' });
  expect(call?.path).toBe('/brand/v1.0/offers/a%2Fb');
});
