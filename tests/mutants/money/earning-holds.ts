import type { Mutant } from '../mutant.ts';

const tests = ['--project', 'conformance', 'tests/conformance/ledger/holds.test.ts'];
const signalTests = ['--project', 'unit', 'tests/unit/domain/posts/post-signals.test.ts'];
const pageTests = ['--project', 'component', 'tests/component/creator/earning-hold.test.tsx'];

/** Faults of signals, and of holds on earnings. */
export const earningHoldMutants: readonly Mutant[] = [
  {
    name: 'held-earning-is-due',
    file: 'src/server/services/admin/payouts/due.ts',
    tests,
    find: 'and(isNull(earnings.payoutId), not(isOnHold(earnings)))',
    replace: 'isNull(earnings.payoutId)',
    harm: 'The team pays an earning that it wanted to hold.',
  },
  {
    name: 'due-since-settlement-alone',
    file: 'src/server/services/admin/payouts/due.ts',
    tests,
    find: '.orderBy(asc(dueSince), asc',
    replace: '.orderBy(asc(earnings.settledAt), asc',
    harm: 'A payment made from a list that predates a release can’t be recorded.',
  },
  {
    name: 'paid-earning-is-held',
    file: 'src/server/services/admin/holds/hold-earning.ts',
    tests,
    find: 'if (paid !== null) {',
    replace: 'if (paid !== null && open !== null) {',
    harm: 'A creator sees an earning as on hold that has been paid.',
  },
  {
    name: 'second-reason-is-lost',
    file: 'src/server/services/admin/holds/hold-earning.ts',
    tests,
    find: 'if (state.open?.reason === reason) return false;',
    replace: 'if (state.open !== null) return false;',
    harm: 'The team believes that the creator sees its new reason.',
  },
  {
    name: 'release-overlooks-an-answer',
    file: 'src/server/services/admin/shared/seen.ts',
    tests,
    find: '}): string => seenTag(shown);',
    replace: '}): string => seenTag({ ...shown, holds: shown.holds.map(([id, isReleased]) => [id, isReleased]) });',
    harm: 'The team releases or keeps an earning without the answer that arrived in the meantime.',
  },
  {
    name: 'held-link-ends',
    file: 'src/server/services/creators/use-link.ts',
    tests,
    find: 'if (last === undefined) return end;',
    replace: 'if (last === undefined || last.releasedAt === null) return end;',
    harm: 'A creator whose earning is held 30 days after the campaign can’t answer.',
  },
  {
    name: 'answer-to-another-hold',
    file: 'src/server/services/creators/hold-answers.ts',
    tests,
    find: 'if (hold.id !== holdId)',
    replace: 'if (holdId === "")',
    harm: 'An answer to one reason is stored as an answer to another.',
  },
  {
    name: 'release-is-mailed-beside-a-new-hold',
    file: 'src/server/services/admin/holds/hold-emails.ts',
    tests,
    find: 'if (read === null || read.open !== null) return null;',
    replace: 'if (read === null) return null;',
    harm: 'A creator sees earnings as released that are on hold again.',
  },
  {
    name: 'fading-post-is-a-jump',
    file: 'src/domain/post-signals/signal.ts',
    tests: signalTests,
    find: 'quietShare: 0.02,',
    replace: 'quietShare: 0.3,',
    harm: 'Every post that spreads quickly is shown as suspicious.',
  },
  {
    name: 'late-figures-are-a-jump',
    file: 'src/domain/post-signals/one-jump.ts',
    tests: signalTests,
    find: 'daysBetween(postedDay, day) + 1',
    replace: '1',
    harm: 'A post that was popular before its campaign is shown as suspicious.',
  },
  {
    name: 'slow-fall-unseen',
    file: 'src/domain/post-signals/falling-counts.ts',
    tests: signalTests,
    find: 'peak = snapshot;\n      continue;\n    }\n',
    replace: 'peak = snapshot;\n      continue;\n    }\n    peak = snapshot;\n',
    harm: 'Bought views that a platform removes step by step are never shown.',
  },
  {
    name: 'answer-has-a-key-for-each-try',
    file: 'src/creator/hold/use-answer.ts',
    tests: pageTests,
    find: 'idempotencyKey: key }',
    replace: 'idempotencyKey: ulid(Date.now(), crypto.getRandomValues(new Uint8Array(16))) }',
    harm: 'An answer whose outcome was unknown is stored twice.',
  },
  {
    name: 'refused-answer-is-lost',
    file: 'src/creator/moves/sender.ts',
    tests: pageTests,
    find: "return { state: 'refused', ...factsOf",
    replace: "onSent(value);\n      return { state: 'refused', ...factsOf",
    harm: 'A creator types a long answer, and an error deletes it.',
  },
];
