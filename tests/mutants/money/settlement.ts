import type { Mutant } from '../mutant.ts';

const file = 'src/server/services/campaigns/settle.ts';
const tests = ['--project', 'conformance', 'tests/conformance/ledger/settlement.test.ts'];
const domain = 'src/domain/money/spend.ts';
const domainTests = ['--project', 'unit', 'tests/unit/domain/figures/spend.test.ts'];

/** Faults of settling a campaign. */
export const settlementMutants: readonly Mutant[] = [
  {
    name: 'settled-at-once',
    ...{ file, tests },
    find: 'lte(endOf, new Date(now.getTime() - settlementDays * dayMs))',
    replace: 'lte(endOf, now)',
    harm: 'Creators lose the views of the 30 days after the end, and the brand its time to decide.',
  },
  {
    name: 'settled-twice',
    ...{ file, tests },
    find: 'if (campaign.settledAt !== null) {',
    replace: 'if (campaign.settledAt !== null && campaign.settledAt > now) {',
    harm: 'Two servers settle a campaign, and the second one fails every minute.',
  },
  {
    name: 'settled-today',
    ...{ file, tests },
    find: 'countToday ? dayOf(now) : lastWholeDay(now)',
    replace: 'dayOf(now)',
    harm: 'Views of an unfinished day are frozen, and a recount gives another sum.',
  },
  {
    name: 'settled-for-more-than-was-funded',
    file: 'src/server/services/ledger/settlement-terms.ts',
    tests,
    find: 'Math.min(budgetCents ?? funded, funded)',
    replace: 'null',
    harm: 'Views beyond the budget are charged to other campaigns of the brand.',
  },
  {
    name: 'settlement-keeps-the-rest',
    file: 'src/server/services/ledger/campaign-budget.ts',
    tests,
    find: 'const rest = cents - earnedCents;',
    replace: 'const rest = 0 * earnedCents;',
    harm: 'A campaign’s unspent budget is never returned.',
  },
  {
    name: 'settlement-leaves-reviews',
    file: 'src/server/services/campaigns/due-offers.ts',
    tests,
    find: "{ move: 'expire', from: reviewStages, reason, now }",
    replace: "{ move: 'expire', from: [], reason, now }",
    harm: 'A submission can be approved when no money is left for it.',
  },
  {
    name: 'later-views-are-charged',
    file: domain,
    tests: domainTests,
    find: 'day >= settled.countedUntil ? settled.spentCents : Math.min',
    replace: 'day > settled.countedUntil ? cost : Math.min',
    harm: 'Analytics show a spend that was never charged.',
  },
];
