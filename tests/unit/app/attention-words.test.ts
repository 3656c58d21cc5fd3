import { expect, test } from 'vitest';
import { conflictSideLabels } from '#app/intents/attention-text.ts';
import { aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';

const enteredAt = '2026-01-05T00:00:00.000Z';
const submittedAt = '2026-01-03T08:00:00.000Z';
const staged = (type: 'AWAITING_EVIDENCE_CLEARANCE' | 'SUBMIT_EVIDENCE', attempt: number, at: string | null) =>
  anOffer({
    currentStage: { type, enteredAt, fulfillment: aFulfillment() },
    review: { attempt, submittedAt: at, changeRequests: [] },
  });

test('a submission to review shows its version and when it was submitted', () => {
  expect(conflictSideLabels(staged('AWAITING_EVIDENCE_CLEARANCE', 2, submittedAt))).toEqual({
    tried: 'Version 2',
    at: submittedAt,
  });
});

test('a submission without a time shows its stage’s time, and no version', () => {
  expect(conflictSideLabels(staged('AWAITING_EVIDENCE_CLEARANCE', 0, null))).toEqual({ tried: null, at: enteredAt });
});

test('an offer decided since shows its stage’s time instead of the submission’s', () => {
  expect(conflictSideLabels(staged('SUBMIT_EVIDENCE', 2, submittedAt))).toEqual({ tried: null, at: enteredAt });
});
