import { expect, test } from 'vitest';
import { acceptEvidence, getOffer, listChangeTemplates, listOffers } from '#contract/brand/offer.ts';
import { apiCallOf } from '#sw/network/api-call.ts';

const own = 'https://afield.test';
const elsewhere = 'https://api.provider.test/v2';

test.each([
  ['GET', `${own}/brand/v1.0/offers?page=2`, listOffers, '/brand/v1.0/offers?page=2'],
  ['GET', `${own}/brand/v1.0/offers/off_1`, getOffer, '/brand/v1.0/offers/off_1'],
  ['GET', `${own}/brand/v1.0/offers/request-changes/templates`, listChangeTemplates, undefined],
  ['POST', `${own}/brand/v1.0/offers/off_1/evidence/accept`, acceptEvidence, undefined],
  ['GET', `${elsewhere}/brand/v1.0/offers`, listOffers, '/brand/v1.0/offers'],
] as const)('%s %s is an API call', (method, address, endpoint, path) => {
  const call = apiCallOf(method, address);
  expect(call?.endpoint).toBe(endpoint);
  if (path !== undefined) expect(call?.path).toBe(path);
});

test.each([
  ['DELETE', `${own}/brand/v1.0/offers`],
  ['GET', `${own}/brand/v1x0/offers`],
  ['GET', `${own}/brand/v1.0/offers/`],
  ['GET', `${own}/dashboard/campaigns`],
  ['GET', `${own}/creator/v1.0/offer`],
  ['POST', `${own}/creator/v1.0/offer/moves`],
  ['POST', `${own}/creator/v1.0/uploads`],
  ['GET', `${own}/brand/v1.0/offers/%E0%A4%A`],
  ['POST', 'https://errors.provider.test/api/1/envelope/'],
  ['GET', 'https://www.tiktok.com/oembed?url=https://x.test/brand/v1.0/offers'],
])('%s %s isn’t an API call', (method, address) => {
  expect(apiCallOf(method, address)).toBeNull();
});

test('path parameters are decoded, and the cache-busting parameter of Safari’s pages is removed', () => {
  const call = apiCallOf('GET', `${own}/brand/v1.0/offers/a%2Fb?_=123`);
  expect(call?.params).toEqual({ id: 'a/b' });
  expect(call?.path).toBe('/brand/v1.0/offers/a%2Fb');
});
