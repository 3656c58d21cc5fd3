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
    'an approved draft, of a server that tells no tries',
    { ...approve, offerSeen: anOffer({ currentStage: seenDraft.currentStage }) },
    { currentStage: stage('SUBMIT_EVIDENCE', owedLink) },
    'unknown',
  ],
  [
    'an approved draft, but perhaps the one after it',
    { ...approve, offerSeen: seenDraft },
    { currentStage: stage('SUBMIT_EVIDENCE', owedLink), review: review(3) },
    'unknown',
  ],
  [
    'changes that somebody else asked for',
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
    'an approved link, but another',
    { ...approve, offerSeen: seenLink },
    { currentStage: stage('ONGOING', null), finalPostUrl: 'https://post.test/2' },
    'unknown',
  ],
  ['changes asked for', { ...ask, offerSeen: null }, { currentStage: stage('SUBMIT_EVIDENCE', owedDraft) }, 'applied'],
  [
    'the same changes, and handed in again since',
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
    'the same changes with a note of somebody else',
    { ...askWithNote, offerSeen: seenDraft },
    {
      currentStage: stage('SUBMIT_EVIDENCE', owedDraft),
      review: reviewWith([{ templateName: 'START_OVER', ...note, atSeconds: 5 }]),
    },
    'not-applied',
  ],
  [
    'the same two notes on a template, told in another order',
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
    'the brand’s own words, of a server that doesn’t tell reasons',
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
    'other changes than these',
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
    'something else, of which nothing can be told',
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
    'once that link was given',
    seenApproved,
    { currentStage: stage('AWAITING_EVIDENCE_CLEARANCE', { ...owedLink, fulfillment: 'https://post.test/1' }) },
    'not-applied',
  ],
  ['once the draft is in review again', seenApproved, { currentStage: backInReview, ...moved('take-back') }, 'applied'],
  [
    'also once it was approved again',
    seenApproved,
    { currentStage: stage('SUBMIT_EVIDENCE', { ...owedLink, id: 'ful_4' }), ...moved('take-back', 'approve') },
    'applied',
  ],
  [
    'of a link that was given and sent back',
    seenApproved,
    {
      currentStage: stage('SUBMIT_EVIDENCE', { ...owedLink, id: 'ful_4' }),
      ...moved('submit-link', 'request-changes'),
    },
    'not-applied',
  ],
  [
    'of a server that tells no history, by the draft’s number',
    seenWithoutHistory as Offer,
    { currentStage: backInReview, review: review(1) },
    'applied',
  ],
  [
    'of a server that tells no history, with another draft',
    seenWithoutHistory as Offer,
    { currentStage: backInReview, review: review(2) },
    'unknown',
  ],
  ['where nobody knows what was seen', null, { currentStage: backInReview, ...moved('take-back') }, 'unknown'],
])('a take-back whose response was lost, %s', (_name, offerSeen, now, became) => {
  expect(outcomeOfTakeBack({ fulfillmentId: 'ful_2', offerSeen }, anOffer(now))).toBe(became);
});
