import { describe, expect, test } from 'vitest';
import { dueOf, reviewDue, reviewDueText, silenceText } from '#domain/review/review-due.ts';
import { anOffer } from '../examples.ts';

const enteredAt = '2026-12-01T16:00:00.000Z';
const hours = (count: number) => new Date(Date.parse(enteredAt) + count * 3_600_000);
const tries = { attempt: 1, submittedAt: enteredAt, changeRequests: [] };
/** An offer in review that is due after four days. */
const dueOffer = anOffer();
const offer = {
  ...dueOffer,
  currentStage: { ...dueOffer.currentStage, type: 'AWAITING_EVIDENCE_CLEARANCE' as const, enteredAt },
  review: { ...tries, dueAt: hours(96).toISOString(), afterDue: 'team-decides' as const },
};

describe('the review deadline', () => {
  test('is the offer’s own, and the team may decide only after it', () => {
    const since = new Date(enteredAt);
    expect(dueOf(since, { silentDays: 2, reviewDays: 5 })).toEqual({ dueAt: hours(48), afterDue: 'team-decides' });
    expect(dueOf(since, { silentDays: null, reviewDays: 5 })).toEqual({ dueAt: hours(120), afterDue: 'nothing' });
    expect(dueOf(since, { silentDays: null, reviewDays: null })).toBeNull();
  });

  test.each([
    [0, 'waiting'],
    [71.9, 'waiting'],
    [72, 'due-soon'],
    [95.9, 'due-soon'],
    [96, 'overdue'],
    [200, 'overdue'],
  ] as const)('of four days, after %d h it is %s', (after, state) => {
    expect(reviewDue(offer, hours(after))).toMatchObject({ state, afterDue: 'team-decides', dueAt: hours(96) });
  });

  test('is null without a due time, or if there is nothing to decide', () => {
    const now = hours(90);
    expect(reviewDue({ ...offer, review: tries }, now)).toBeNull();
    const { review: _, ...without } = offer;
    expect(reviewDue(without, now)).toBeNull();
    expect(reviewDue({ ...offer, invalidationType: 'EXPIRED' }, now)).toBeNull();
    expect(reviewDue({ ...offer, currentStage: { ...offer.currentStage, type: 'ONGOING' } }, now)).toBeNull();
  });

  test('has no consequence if the server gives only the time', () => {
    const { afterDue: _, ...review } = offer.review;
    expect(reviewDue({ ...offer, review }, hours(1))?.afterDue).toBe('nothing');
  });
});

test.each([
  [0, 4, 'Due in 4 days'],
  [72, 1, 'Due tomorrow'],
  [80, 0, 'Due today'],
  [80, 1, 'Due tomorrow'],
  [92.5, 0, 'Due in 3 h'],
  [95.9, 0, 'Due in 6 min'],
  [96, 0, 'Overdue by 1 min'],
  [98.5, 0, 'Overdue by 2 h'],
  [121, -1, 'Overdue by 1 day'],
  [150, -2, 'Overdue by 2 days'],
])('a due time is shown after %d h, %s days apart, as "%s"', (after, daysApart, words) => {
  expect(reviewDueText({ dueAt: hours(96) }, hours(after), daysApart)).toBe(words);
});

test.each([
  ['waiting', 'team-decides', 'If you don’t decide by Dec 5, 4:00 PM, we may decide for you.'],
  ['due-soon', 'team-decides', 'If you don’t decide by Dec 5, 4:00 PM, we may decide for you.'],
  ['overdue', 'team-decides', 'We may decide for you now.'],
  ['overdue', 'nothing', 'Submissions aren’t approved automatically. The creator is waiting for your decision.'],
] as const)('%s, then %s: the brand reads the consequence', (state, afterDue, words) => {
  expect(silenceText({ state, afterDue }, 'Dec 5, 4:00 PM')).toBe(words);
});
