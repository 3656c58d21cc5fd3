import { describe, expect, test } from 'vitest';
import { type EvidenceType, evidenceTypes, type OfferStageType, offerStageTypes } from '#contract/brand/offer.ts';
import { moveRefusal } from '#domain/offers/move-refusal.ts';
import { moveNames, movers } from '#domain/offers/offer-moves.ts';
import { destinationOf, type OfferSituation } from '#domain/offers/offer-situation.ts';
import { expectedMove } from '#tests/support/runs/moves-table.ts';

// Every stage, move and mover is compared with a table written by hand.

const now = Date.parse('2026-05-01T12:00:00.000Z');
const dayMs = 86_400_000;

/** An offer that has waited for ten days and meets every condition of a move. */
const situationAt = (
  stage: OfferStageType,
  evidenceType: EvidenceType,
  part: Partial<OfferSituation> = {},
): OfferSituation => ({
  stage,
  enteredAtMs: now - 10 * dayMs,
  invalidationType: null,
  evidenceType,
  isDraftApproved: evidenceType === 'PUBLISHED_VIDEO_URL',
  isPostApproved: false,
  campaign: {
    isRunning: true,
    hasEnded: false,
    isSettled: false,
    isPaused: false,
    isEnding: false,
    freePlaces: null,
    resumedAtMs: null,
    steps: ['CONTRACT', 'PACKAGE', 'CUSTOM_CAPTION', 'DRAFT'],
  },
  done: stage === 'SUBMIT_CUSTOM_CAPTION' || stage === 'SUBMIT_EVIDENCE' ? ['PACKAGE'] : [],
  stageBefore: stage === 'INVALIDATED' || stage === 'REJECTED' ? 'AWAITING_PACKAGE' : stage,
  waits: { offeredDays: 3, submitDays: 7, reviewDays: null },
  silentDays: 5,
  isBrandSuspended: false,
  isCreatorBlocked: false,
  ...part,
});

describe.each(evidenceTypes)('an offer with the evidence %s', (evidenceType) => {
  const places = (['running', 'ended', 'settled'] as const).flatMap((campaign) =>
    offerStageTypes.map((stage) => [campaign, stage] as const),
  );
  test.each(places)(
    'in a campaign that is %s moves from %s as the table says, or is refused with a reason',
    (state, stage) => {
      const { campaign } = situationAt(stage, evidenceType);
      const hasEnded = state !== 'running';
      const situation = situationAt(stage, evidenceType, {
        campaign: { ...campaign, isRunning: !hasEnded, hasEnded, isSettled: state === 'settled' },
        // Half the time, so only the campaign's end can make the offer overdue.
        ...(hasEnded ? { enteredAtMs: now - 5 * dayMs } : {}),
      });
      for (const move of moveNames) {
        for (const by of movers) {
          const refusal = moveRefusal(move, by, situation, now);
          const leadsTo = refusal === null ? destinationOf(move, situation) : undefined;
          expect([move, by, leadsTo]).toEqual([move, by, expectedMove(stage, evidenceType, move, by, state)]);
          if (refusal !== null) expect(refusal).toMatch(/^Can’t [a-z’ ]+: [a-z][^.]+\.$/);
        }
      }
    },
  );
});

test('every stage, move and mover of the table exists', () => {
  const led = new Set<string>();
  for (const stage of offerStageTypes)
    for (const evidenceType of evidenceTypes)
      for (const move of moveNames)
        for (const by of movers) if (expectedMove(stage, evidenceType, move, by)) led.add(move);
  // No stage allows `invite`, which makes the offer, and `fall-due` and `clear-earning` need a campaign that has ended.
  expect(moveNames.filter((move) => !led.has(move))).toEqual(['invite', 'fall-due', 'clear-earning']);
});

test('only the provider can invite, and only if there is no offer yet', () => {
  expect(movers.filter((by) => moveRefusal('invite', by, null, now) === null)).toEqual(['provider']);
  expect(moveRefusal('accept', 'creator', null, now)).toBe('Can’t accept the offer: there is no offer.');
});

test('a full campaign accepts no offer, and reopens none that could still earn', () => {
  const full = (stage: OfferStageType, part: Partial<OfferSituation> = {}) => {
    const { campaign } = situationAt(stage, 'PUBLISHED_VIDEO_URL');
    return situationAt(stage, 'PUBLISHED_VIDEO_URL', { campaign: { ...campaign, freePlaces: 0 }, ...part });
  };
  const reopening = (part: Partial<OfferSituation>) =>
    moveRefusal('reopen', 'provider', full('INVALIDATED', part), now);
  expect(moveRefusal('accept', 'creator', full('OFFERED'), now)).toBe('Can’t accept the offer: the campaign is full.');
  expect(reopening({})).toBe('Can’t reopen the offer: the campaign is full.');
  expect(reopening({ stageBefore: 'OFFERED' })).toBeNull();
  expect(reopening({ stageBefore: 'ONGOING', isPostApproved: true })).toBeNull();
  expect(moveRefusal('submit-link', 'creator', full('SUBMIT_EVIDENCE'), now)).toBeNull();
});

test('an offer invalidated at its stage can only be reopened', () => {
  const situation = situationAt('AWAITING_EVIDENCE_CLEARANCE', 'VIDEO_WITH_CAPTION', {
    invalidationType: 'ADMIN_INVALIDATED',
  });
  const left = moveNames.filter((move) => movers.some((by) => moveRefusal(move, by, situation, now) === null));
  expect(left).toEqual(['reopen']);
  expect(destinationOf('reopen', situation)).toBe('AWAITING_EVIDENCE_CLEARANCE');
});

test.each([
  ['OFFERED', 3],
  ['SUBMIT_ADDRESS', 7],
  ['SUBMIT_CUSTOM_CAPTION', 7],
  ['SUBMIT_EVIDENCE', 7],
] as const)('at %s an offer expires after %i days, not a millisecond earlier', (stage, days) => {
  const refusalAfter = (ms: number) =>
    moveRefusal('expire', 'clock', situationAt(stage, 'VIDEO_WITH_CAPTION', { enteredAtMs: now - ms }), now);
  expect(refusalAfter(days * dayMs - 1)).toBe('Can’t expire the offer: its deadline hasn’t passed.');
  expect(refusalAfter(days * dayMs)).toBeNull();
});
