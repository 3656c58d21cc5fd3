import type { Mutant } from '../mutant.ts';

const moves = 'src/domain/offers/offer-moves.ts';
const effects = 'src/server/services/moves/effects.ts';
const situations = 'src/server/services/moves/state/situations.ts';
const tests = ['--project', 'conformance', 'tests/conformance/offers/take-back.test.ts'];

/** Faults of taking back an approval: on the server, and in the worker's kind. */
export const takeBackMutants: readonly Mutant[] = [
  {
    name: 'take-back-of-a-link',
    file: situations,
    find: " || current.evidenceType !== 'PUBLISHED_VIDEO_URL' || current.submittedAt !== null) return null;",
    replace: ') return null;',
    tests,
    harm: 'A draft is in review again though its link has been submitted, and the post goes unreviewed.',
  },
  {
    name: 'take-back-after-a-link',
    file: situations,
    find: 'const before = tries.findLast(({ attempt }) => attempt < current.attempt);',
    replace: 'const before = tries.findLast(({ acceptedAt }) => acceptedAt !== null);',
    tests,
    harm: 'An approval is taken back though a link was submitted and rejected.',
  },
  {
    name: 'take-back-without-notice',
    file: moves,
    find: "notices: { creator: 'approval-taken-back' },",
    replace: '',
    tests,
    harm: 'The creator posts a draft that the brand no longer approves.',
  },
  {
    name: 'take-back-as-a-version',
    file: effects,
    find: 'await writer.db.delete(fulfillments).where(writer.own(fulfillments, eq(fulfillments.id, current.id)));',
    replace: '',
    tests,
    harm: 'The next draft counts as the third version, though it is the second.',
  },
  {
    name: 'take-back-with-the-same-id',
    file: effects,
    find: 'await noteTry(writer, draft.id, { id, acceptedAt: null });\n  return { fulfillmentId: id };',
    replace:
      'await noteTry(writer, draft.id, { acceptedAt: null });\n  return { fulfillmentId: id.startsWith("ful") ? draft.id : id };',
    tests,
    harm: 'An approval that another device has queued is applied after the take-back.',
  },
  {
    name: 'take-back-stays-approved',
    file: effects,
    find: '{ id, acceptedAt: null }',
    replace: '{ id }',
    tests,
    harm: 'The original of a draft whose approval was taken back can be downloaded.',
  },
  {
    name: 'take-back-of-anything',
    file: 'src/server/http/brand/offers.ts',
    find: "{ ...byBrand(params.id, seen), move: 'take-back', input: {} }",
    replace: "{ offerId: params.id, by: 'brand', now: deps.now(), move: 'take-back', input: {} }",
    tests,
    harm: 'An approval is taken back that the brand never saw.',
  },
  {
    name: 'take-back-without-condition',
    file: 'src/domain/intents/intent-rules.ts',
    find: 'ifMatch: payload.fulfillmentId,',
    replace: "ifMatch: kind === 'take-back' ? null : payload.fulfillmentId,",
    harm: 'A queued take-back doesn’t name the submission that was shown, and the server refuses it.',
  },
];
