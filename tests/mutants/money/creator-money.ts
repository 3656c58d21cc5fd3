import type { Mutant } from '../mutant.ts';

const statement = 'src/domain/statements/creator-statement.ts';
const ofStatements = ['--project', 'unit', 'tests/unit/domain/money/creator-statement.test.ts'];
const reference = 'src/server/services/creators/payment-reference.ts';
const ofReferences = ['--project', 'conformance', 'tests/conformance/ledger/payment-reference.test.ts'];

/** Faults of the sums shown to creators, and of payment references. */
export const creatorMoneyMutants: readonly Mutant[] = [
  {
    name: 'statement-pays-after-budget',
    file: statement,
    tests: ofStatements,
    find: 'const paidUntil = last ??',
    replace: 'const paidUntil = null ??',
    harm: 'A creator sees earnings for views that the budget never paid for.',
  },
  {
    name: 'statement-day-by-parts',
    file: statement,
    tests: ofStatements,
    find: 'counted.map(([day, ofDay]) => ({ day, views: sumOf(ofDay) }))',
    replace: 'counted.flatMap(([day, ofDay]) => [...ofDay.values()].map((views) => ({ day, views })))',
    harm: 'A correction on the same day is ignored, and the budget counts as used up too early.',
  },
  {
    name: 'settled-difference-is-lost',
    file: statement,
    tests: ['--project', 'conformance', 'tests/conformance/ledger/creator-statements.test.ts'],
    find: 'settled === null ? 0 : settled.cents - cents',
    replace: '0 * (settled?.cents ?? 0)',
    harm: 'Late figures change the sums that a creator sees as cleared and paid.',
  },
  {
    name: 'reference-of-others-overwritten',
    file: reference,
    tests: ofReferences,
    find: 'and(eq(creatorProfiles.id, creator.id), eq(creatorProfiles.paymentReferenceVersion, seen.version))',
    replace: 'eq(creatorProfiles.id, creator.id)',
    harm: 'A page that was left open overwrites a newer payment reference, and the transfer has the wrong one.',
  },
  {
    name: 'payout-forgets-its-reference',
    file: 'src/server/services/admin/payouts/payouts.ts',
    tests: ofReferences,
    find: 'const { paymentReference } = creator;',
    replace: 'const paymentReference = null;',
    harm: 'The team can’t tell which reference a payment had once the creator has changed it.',
  },
];
