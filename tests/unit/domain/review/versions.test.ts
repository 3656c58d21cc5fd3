import { expect, test } from 'vitest';
import type { EarlierVersion, Offer } from '#contract/brand/offer.ts';
import { mainVersion, versionsOf } from '#domain/review/versions.ts';
import { aFulfillment, anOffer } from '../examples.ts';

const at = '2026-01-01T00:00:00.000Z';
const earlier = (attempt: number, part: Partial<EarlierVersion> = {}): EarlierVersion => ({
  attempt,
  submittedAt: at,
  evidenceType: 'VIDEO_WITH_CAPTION',
  fulfillment: `/files/${attempt}.mp4`,
  metadata: { caption: null },
  ...part,
});
const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/1' } as const;
const offerWith = (attempt: number, list: EarlierVersion[] | undefined, part: Partial<Offer> = {}) =>
  anOffer({
    review: { attempt, submittedAt: at, changeRequests: [], ...(list && { earlier: list }) },
    ...part,
  });
const stage = (part: Parameters<typeof aFulfillment>[0]): Partial<Offer> => ({
  currentStage: { type: 'AWAITING_EVIDENCE_CLEARANCE', enteredAt: at, fulfillment: aFulfillment(part) },
});
const linesOf = (offer: Offer) =>
  versionsOf(offer).map(({ kind, number, earlier: before }) => `${kind} ${number}${before ? '' : ' now'}`);

test('there is no version to switch to if the server sends no earlier submissions', () => {
  expect(versionsOf(offerWith(1, undefined))).toEqual([]);
  expect(versionsOf(anOffer())).toEqual([]);
});

test('drafts and posts are numbered separately, and include the current one', () => {
  expect(linesOf(offerWith(2, [earlier(1)]))).toEqual(['draft 1', 'draft 2 now']);
  expect(linesOf(offerWith(4, [earlier(1), earlier(2), earlier(3, link)], stage(link)))).toEqual([
    'draft 1',
    'draft 2',
    'post 1',
    'post 2 now',
  ]);
});

test('an offer that ended without a current submission has only earlier ones', () => {
  const ended = { currentStage: { type: 'INVALIDATED', enteredAt: at, fulfillment: null } } as const;
  expect(linesOf(offerWith(1, [earlier(1)], ended))).toEqual(['draft 1']);
});

test('each version has its requested changes', () => {
  const asked = { attempt: 1, requestedAt: at, templateNames: ['START_OVER' as const] };
  const offer = offerWith(2, [earlier(1)]);
  const versions = versionsOf({
    ...offer,
    review: { ...offer.review, attempt: 2, submittedAt: at, changeRequests: [asked], earlier: [earlier(1)] },
  });
  expect(versions.map(({ requested }) => requested)).toEqual([asked, null]);
});

test('a post is shown beside its approved draft, even if a later draft exists', () => {
  const versions = versionsOf(offerWith(4, [earlier(1), earlier(2, { approvedAt: at }), earlier(3)], stage(link)));
  expect(mainVersion(versions, 'draft')?.attempt).toBe(2);
  expect(mainVersion(versions, 'post')?.attempt).toBe(4);
  expect(mainVersion(versionsOf(offerWith(3, [earlier(1), earlier(2)], stage(link))), 'draft')?.attempt).toBe(2);
  expect(mainVersion([], 'draft')).toBeUndefined();
});
