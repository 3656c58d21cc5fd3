import type { Mutant } from '../mutant.ts';

const tests = ['--project', 'conformance', 'tests/conformance/ledger/books.test.ts'];
const spend = 'src/server/services/figures/campaign-spend.ts';

/** Faults of money that only show where several things come together. */
export const booksMutants: readonly Mutant[] = [
  {
    name: 'settlement-finds-the-budget-day-late',
    file: 'src/server/services/campaigns/settle.ts',
    tests,
    find: 'readSpend(writer, campaign.id, terms, until)',
    replace: 'readSpend(writer, campaign.id, terms)',
    harm: 'Views of the day on which a campaign is settled use its budget up, and are paid.',
  },
  {
    name: 'falls-after-the-budget-day-count',
    file: spend,
    tests,
    find: 'days.filter(({ day }) => day <= last)',
    replace: 'days',
    harm: 'A budget that was used up is left again when a platform takes views back, while its creators keep what they earned.',
  },
  {
    name: 'last-counted-day-overshoots',
    file: spend,
    tests,
    find: 'lte(dailyGains.day, until)',
    replace: 'lte(dailyGains.day, addDays(until, -1))',
    harm: 'A budget that is used up on the last counted day is shared by all views, so that earlier ones pay for the overshoot.',
  },
  {
    name: 'archiving-moves-the-end',
    file: 'src/server/services/campaigns/campaigns.ts',
    tests,
    find: 'isEnd && row.endedAt === null ?',
    replace: 'isEnd ?',
    harm: 'A campaign that ended and is archived is settled later, and views of more days are paid.',
  },
];
