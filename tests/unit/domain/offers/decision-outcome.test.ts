import { expect, test } from 'vitest';
import type { ChangeNote, Offer } from '#contract/brand/offer.ts';
import { outcomeOfDecision, outcomeOfTakeBack } from '#domain/intents/decision-outcome.ts';
import { aFulfillment, anOffer } from '../examples.ts';

type Stage = Offer['currentStage'];
const enteredAt = '2026-01-03T09:00:00.000Z';
const stage = (type: Stage['type'], fulfillment: Stage['fulfillment']): Stage => ({ type, enteredAt, fulfillment });
const review = (
  attempt: number,
  ...asked: [attempt: number, ...templates: ('START_OVER' | 'REMOVE_COMPETING_BRANDS')[]][]
) => ({
  attempt,
  submittedAt: null,
  changeRequests: asked.map(([of, ...templateNames]) => ({ attempt: of, requestedAt: enteredAt, templateNames })),
});

const draft = aFulfillment({ id: 'ful_1' });
const link = aFulfillment({ id: 'ful_1', evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://post.test/1' });
const owedLink = aFulfillment({ id: 'ful_2', evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: null });
const owedDraft = aFulfillment({ id: 'ful_2', fulfillment: null, rejectedFulfillmentId: 'ful_1' });

const seenDraft = anOffer({ currentStage: stage('AWAITING_EVIDENCE_CLEARANCE', draft), review: review(1) });
const seenLink = anOffer({ currentStage: stage('AWAITING_EVIDENCE_CLEARANCE', link) });
const approve = { kind: 'approve', fulfillmentId: 'ful_1', requestedChanges: null } as const;
const ask = {
  kind: 'request-changes',
  fulfillmentId: 'ful_1',
  requestedChanges: [{ templateName: 'START_OVER', variables: {} }],
} as const;

const note = { note: 'Your hand covers the label.', atSeconds: 4 };
const askWithNote = {
  ...ask,
  requestedChanges: [{ templateName: 'START_OVER', variables: { brand_name: 'A', ...note } }],
};
const askWithTwo = {
  ...ask,
  requestedChanges: [note, { note: 'Cut this.', atSeconds: 9 }].map((each) => ({
    templateName: 'START_OVER',
    variables: { brand_name: 'A', ...each },
  })),
};
const reviewWith = (notes: ChangeNote[]) => ({
  ...review(2),
  changeRequests: [{ attempt: 1, requestedAt: enteredAt, templateNames: ['START_OVER'], notes }],
});

test.each<[string, Parameters<typeof outcomeOfDecision>[0], Partial<Offer>, string]>([
  ['still under review', { ...approve, offerSeen: seenDraft }, { currentStage: seenDraft.currentStage }, 'not-applied'],
  [
    'an approved draft',
    { ...approve, offerSeen: seenDraft },
    { currentStage: stage('SUBMIT_EVIDENCE', owedLink), review: review(2) },
    'applied',
  ],
  [
    'an approved draft, from a server without version numbers',
    { ...approve, offerSeen: anOffer({ currentStage: seenDraft.currentStage }) },
    { currentStage: stage('SUBMIT_EVIDENCE', owedLink) },
    'unknown',
  ],
  [
    'an approved draft, but perhaps a later one',
    { ...approve, offerSeen: seenDraft },
    { currentStage: stage('SUBMIT_EVIDENCE', owedLink), review: review(3) },
    'unknown',
  ],
  [
    'changes requested by another decision',
    { ...approve, offerSeen: seenDraft },
    { currentStage: stage('SUBMIT_EVIDENCE', owedDraft) },
    'not-applied',
  ],
  [
    'an approved link',
    { ...approve, offerSeen: seenLink },
    { currentStage: stage('ONGOING', null), finalPostUrl: 'https://post.test/1' },
    'applied',
  ],
  [
    'an approved link, but another one',
    { ...approve, offerSeen: seenLink },
    { currentStage: stage('ONGOING', null), finalPostUrl: 'https://post.test/2' },
    'unknown',
  ],
  ['requested changes', { ...ask, offerSeen: null }, { currentStage: stage('SUBMIT_EVIDENCE', owedDraft) }, 'applied'],
  [
    'the same changes, and a resubmission since',
    { ...ask, offerSeen: seenDraft },
    {
      currentStage: stage('AWAITING_EVIDENCE_CLEARANCE', aFulfillment({ id: 'ful_3', rejectedFulfillmentId: 'ful_2' })),
      review: review(3, [1, 'START_OVER'], [2, 'REMOVE_COMPETING_BRANDS']),
    },
    'applied',
  ],
  [
    'the same changes with the same note',
    { ...askWithNote, offerSeen: seenDraft },
    {
      currentStage: stage('SUBMIT_EVIDENCE', owedDraft),
      review: reviewWith([{ templateName: 'START_OVER', ...note }]),
    },
    'applied',
  ],
  [
    'the same changes with another note',
    { ...askWithNote, offerSeen: seenDraft },
    {
      currentStage: stage('SUBMIT_EVIDENCE', owedDraft),
      review: reviewWith([{ templateName: 'START_OVER', ...note, atSeconds: 5 }]),
    },
    'not-applied',
  ],
  [
    'the same two notes on a template, in another order',
    { ...askWithTwo, offerSeen: seenDraft },
    {
      currentStage: stage('SUBMIT_EVIDENCE', owedDraft),
      review: reviewWith([
        { templateName: 'START_OVER', note: 'Cut this.', atSeconds: 9 },
        { templateName: 'START_OVER', ...note },
      ]),
    },
    'applied',
  ],
  [
    'one of two notes on a template',
    { ...askWithTwo, offerSeen: seenDraft },
    {
      currentStage: stage('SUBMIT_EVIDENCE', owedDraft),
      review: reviewWith([{ templateName: 'START_OVER', ...note }]),
    },
    'not-applied',
  ],
  [
    'two notes on a template, one at another second',
    { ...askWithTwo, offerSeen: seenDraft },
    {
      currentStage: stage('SUBMIT_EVIDENCE', owedDraft),
      review: reviewWith([
        { templateName: 'START_OVER', ...note },
        { templateName: 'START_OVER', note: 'Cut this.', atSeconds: 8 },
      ]),
    },
    'not-applied',
  ],
  [
    'the brand’s own words, from a server without reasons',
    {
      ...ask,
      requestedChanges: [{ templateName: 'START_OVER', variables: { reason: 'Louder.' } }],
      offerSeen: seenDraft,
    },
    { currentStage: stage('SUBMIT_EVIDENCE', owedDraft), review: review(2, [1, 'START_OVER']) },
    'applied',
  ],
  [
    'the same changes without the note',
    { ...askWithNote, offerSeen: seenDraft },
    { currentStage: stage('SUBMIT_EVIDENCE', owedDraft), review: review(2, [1, 'START_OVER']) },
    'not-applied',
  ],
  [
    'other changes',
    { ...ask, offerSeen: seenDraft },
    { currentStage: stage('SUBMIT_EVIDENCE', owedDraft), review: review(2, [1, 'REMOVE_COMPETING_BRANDS']) },
    'not-applied',
  ],
  [
    'an approval instead of changes',
    { ...ask, offerSeen: seenDraft },
    { currentStage: stage('SUBMIT_EVIDENCE', owedLink), review: review(2) },
    'not-applied',
  ],
  [
    'another submission, which leaves it open',
    { ...approve, offerSeen: seenDraft },
    { currentStage: stage('AWAITING_EVIDENCE_CLEARANCE', aFulfillment({ id: 'ful_9' })), review: review(2) },
    'unknown',
  ],
])('%s', (_, decision, now, expected) => {
  expect(outcomeOfDecision(decision, anOffer(now))).toBe(expected);
});

const event = (move: string, minute: number) => ({
  ...{ move, by: 'brand', stage: 'SUBMIT_EVIDENCE' },
  at: new Date(Date.parse(enteredAt) + minute * 60_000).toISOString(),
});
const backInReview = stage('AWAITING_EVIDENCE_CLEARANCE', aFulfillment({ id: 'ful_3' }));
const seenApproved = anOffer({
  currentStage: stage('SUBMIT_EVIDENCE', owedLink),
  review: review(2),
  history: [event('submit-draft', 0), event('approve', 1)],
});
const { history: _, ...seenWithoutHistory } = seenApproved;
const moved = (...moves: string[]) => ({
  history: [...(seenApproved.history ?? []), ...moves.map((move, place) => event(move, 2 + place))],
});

test.each<[string, Offer | null, Partial<Offer>, string]>([
  ['while its link is still owed', seenApproved, { ...seenApproved }, 'not-applied'],
  [
    'once that link was submitted',
    seenApproved,
    { currentStage: stage('AWAITING_EVIDENCE_CLEARANCE', { ...owedLink, fulfillment: 'https://post.test/1' }) },
    'not-applied',
  ],
  ['once the draft is in review again', seenApproved, { currentStage: backInReview, ...moved('take-back') }, 'applied'],
  [
    'once it was approved again',
    seenApproved,
    { currentStage: stage('SUBMIT_EVIDENCE', { ...owedLink, id: 'ful_4' }), ...moved('take-back', 'approve') },
    'applied',
  ],
  [
    'with a link that was submitted and returned',
    seenApproved,
    {
      currentStage: stage('SUBMIT_EVIDENCE', { ...owedLink, id: 'ful_4' }),
      ...moved('submit-link', 'request-changes'),
    },
    'not-applied',
  ],
  [
    'by the draft’s number on a server without history',
    seenWithoutHistory as Offer,
    { currentStage: backInReview, review: review(1) },
    'applied',
  ],
  [
    'with another draft on a server without history',
    seenWithoutHistory as Offer,
    { currentStage: backInReview, review: review(2) },
    'unknown',
  ],
  ['with an unknown version seen', null, { currentStage: backInReview, ...moved('take-back') }, 'unknown'],
])('a take-back whose response was lost, %s', (_name, offerSeen, now, became) => {
  expect(outcomeOfTakeBack({ fulfillmentId: 'ful_2', offerSeen }, anOffer(now))).toBe(became);
});
