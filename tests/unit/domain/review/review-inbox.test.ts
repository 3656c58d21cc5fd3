import { expect, test } from 'vitest';
import { compareBySubmission, matchesInbox, nextToReview } from '#domain/review/review-inbox.ts';
import { anOffer } from '../examples.ts';

const all = { kind: 'all', campaignId: undefined, text: '' } as const;
const offer = anOffer({ user: { firstName: 'José', lastName: 'Núñez' } });

test('the search finds name, handle and campaign, ignoring case, accents and word order', () => {
  expect(matchesInbox(offer, 'Oat Bowl', { ...all, text: 'nunez OAT' })).toBe(true);
  expect(matchesInbox(offer, 'Oat Bowl', { ...all, text: offer.socialAccount.username.toUpperCase() })).toBe(true);
  expect(matchesInbox(offer, 'Oat Bowl', { ...all, text: 'jose rye' })).toBe(false);
  expect(matchesInbox(offer, 'Oat Bowl', { ...all, campaignId: 'cmp_9' })).toBe(false);
});

test('a row has the submission’s time, or the stage’s if it is unknown', () => {
  const submitted = (submittedAt: string | null, id: string) =>
    anOffer({ id, review: { attempt: 1, submittedAt, changeRequests: [] } });
  const early = submitted('2026-01-01T00:00:00.000Z', 'off_b');
  const same = submitted('2026-01-01T00:00:00.000Z', 'off_c');
  const { enteredAt } = offer.currentStage;
  const late = submitted(null, 'off_a');
  expect(Date.parse(enteredAt)).toBeGreaterThan(Date.parse('2026-01-01T00:00:00.000Z'));
  expect([late, same, early].toSorted(compareBySubmission).map(({ id }) => id)).toEqual(['off_b', 'off_c', 'off_a']);
});

test('the next submission is the first open one after the current, else the first before it', () => {
  const open = new Set(['a', 'd']);
  const isOpen = (id: string) => open.has(id);
  expect(nextToReview(['a', 'b', 'c', 'd'], 'b', isOpen)).toBe('d');
  expect(nextToReview(['a', 'b', 'c', 'd'], 'd', (id) => isOpen(id) && id !== 'd')).toBe('a');
  expect(nextToReview(['b'], 'b', isOpen)).toBeNull();
  expect(nextToReview(['a', 'd'], 'elsewhere', isOpen)).toBe('a');
});
