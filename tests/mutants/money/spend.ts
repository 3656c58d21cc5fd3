import type { Mutant } from '../mutant.ts';

const file = 'src/domain/money/spend.ts';
const tests = ['--project', 'unit', 'tests/unit/domain/figures/spend.test.ts'];
const server = 'src/server/services/figures/campaign-spend.ts';
const serverTests = ['--project', 'conformance', 'tests/conformance/campaigns/campaign-spend.test.ts'];

/** Faults of sharing a campaign's spend among its offers. */
export const spendMutants: readonly Mutant[] = [
  {
    name: 'spend-rest-is-lost',
    ...{ file, tests },
    find: 'entries.length === 0 ? 0 : cents - parts',
    replace: 'entries.length === 0 ? 0 : 0 * cents - 0 * parts',
    harm: 'Indivisible cents are charged to the brand, and no creator earns them.',
  },
  {
    name: 'spend-smallest-remainder',
    ...{ file, tests },
    find: 'a.remainder > b.remainder ? -1 : 1',
    replace: 'a.remainder > b.remainder ? 1 : -1',
    harm: 'The cent goes to the offer with the smallest remainder.',
  },
  {
    name: 'spend-ties-by-order',
    ...{ file, tests },
    find: 'a.remainder === b.remainder ? (a.id < b.id ? -1 : 1)',
    replace: 'a.remainder === b.remainder ? 0',
    harm: 'A recount that reads offers in another order gives a cent to another creator.',
  },
  {
    name: 'spend-last-day-by-all-views',
    ...{ file, tests },
    find: 'shareCents(spent - spentBefore, onBudgetDay)',
    replace: 'shareCents(spent - spentBefore, before)',
    harm: 'Views of the last day earn nothing, and older ones more than their price.',
  },
  {
    name: 'spend-budget-day-late',
    ...{ file, tests },
    find: 'views >= enough) return day',
    replace: 'views > enough) return day',
    harm: 'A budget never counts as used up, and views of later days reduce earlier earnings.',
  },
  {
    name: 'spend-counts-later-days',
    file: server,
    tests: serverTests,
    find: 'await viewsIn(lastDay, lastDay)',
    replace: 'await viewsIn(lastDay, allDays.until)',
    harm: 'Views after the budget’s last day reduce the earnings of those who used it up.',
  },
  {
    name: 'spend-last-day-twice',
    file: server,
    tests: serverTests,
    find: 'addDays(lastDay, -1)',
    replace: 'lastDay',
    harm: 'The last day’s views count in full before the rest is shared.',
  },
];
