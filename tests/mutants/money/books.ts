import type { Mutant } from '../mutant.ts';

const tests = ['--project', 'conformance', 'tests/conformance/ledger/books.test.ts'];
const spend = 'src/server/services/figures/campaign-spend.ts';

/** Faults of money that only show when several events coincide. */
export const booksMutants: readonly Mutant[] = [
  {
    name: 'settlement-finds-the-budget-day-late',
    file: 'src/server/services/campaigns/settle.ts',
    tests,
    find: 'readSpend(writer, campaign.id, terms, until)',
    replace: 'readSpend(writer, campaign.id, terms)',
    harm: 'Views of the day on which a campaign is settled use up its budget, and are paid.',
  },
  {
    name: 'falls-after-the-budget-day-count',
    file: spend,
    tests,
    find: 'days.filter(({ day }) => day <= last)',
    replace: 'days',
    harm: 'A used-up budget is available again when a platform corrects views, while its creators keep their earnings.',
  },
  {
    name: 'last-counted-day-overshoots',
    file: spend,
    tests,
    find: 'lte(dailyGains.day, until)',
    replace: 'lte(dailyGains.day, addDays(until, -1))',
    harm: 'A budget used up on the last counted day is split among all views, so that earlier ones pay for the overshoot.',
  },
  {
    name: 'archiving-moves-the-end',
    file: 'src/server/services/campaigns/campaigns.ts',
    tests,
    find: 'isEnd && row.endedAt === null ?',
    replace: 'isEnd ?',
    harm: 'A campaign that ended and was archived is settled later, and views of more days are paid.',
  },
];
