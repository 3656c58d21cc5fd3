import type { Mutant } from '../mutant.ts';

const file = 'src/server/services/admin/payouts/payouts.ts';
const tests = ['--project', 'conformance', 'tests/conformance/ledger/payouts.test.ts'];

/** Faults of recording payments to creators. */
export const payoutMutants: readonly Mutant[] = [
  {
    name: 'paid-again',
    ...{ file, tests },
    find: 'readEarnings(tx, and(isDue(), isTheirs))',
    replace: 'readEarnings(tx, isTheirs)',
    harm: 'A recorded payment is recorded again, and the books say that a creator got it twice.',
  },
  {
    name: 'part-of-a-settlement-paid',
    ...{ file, tests },
    find: 'if (cents === amountCents && due[i + 1]?.dueSince !== earning.dueSince)',
    replace: 'if (cents >= amountCents)',
    harm: 'A typo is booked as a payment, and the rest is never due again.',
  },
  {
    name: 'undone-payout-stays-paid',
    ...{ file, tests },
    find: '.set({ payoutId: isPaid ? payoutId : null })',
    replace: '.set({ payoutId })',
    harm: 'A creator whose payment was returned is never paid.',
  },
  {
    name: 'undone-payout-is-mailed',
    file: 'src/server/services/admin/payouts/payout-email.ts',
    tests,
    find: ' || row.payout.undoneAt !== null',
    replace: '',
    harm: 'A creator sees a payment that was reversed.',
  },
];
