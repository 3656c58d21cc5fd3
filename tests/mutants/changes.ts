import type { Mutant } from './mutant.ts';

const file = 'src/server/services/campaigns/change-campaign.ts';
const tests = ['--project', 'conformance', 'tests/conformance/campaigns/campaign-changes.test.ts'];

/** Faults of changing a running campaign. */
export const changeMutants: readonly Mutant[] = [
  {
    name: 'top-up-without-funds',
    file: 'src/server/services/ledger/campaign-budget.ts',
    tests,
    find: '  await requireNoDebt(writer);\n  const { available } = await balancesOf(writer);\n  if (available < cents)',
    replace: '  const { available } = await balancesOf(writer);\n  if (available < 0)',
    harm: 'A brand spends money on a campaign that it doesn’t have.',
  },
  {
    name: 'ending-for-good',
    ...{ file, tests },
    find: "? 'ENDING' : 'ACTIVE';",
    replace: "? 'ENDING' : 'ENDING';",
    harm: 'A brand pays for more budget, but no creator can join.',
  },
  {
    name: 'pause-eats-deadlines',
    file: 'src/domain/offers/offer-situation.ts',
    tests,
    find: 'Math.max(enteredAtMs, campaign.resumedAtMs ?? enteredAtMs)',
    replace: 'enteredAtMs',
    harm: 'Creators lose the time of a pause, in which they couldn’t act.',
  },
  {
    name: 'paused-campaigns-expire-offers',
    file: 'src/server/services/campaigns/due-offers.ts',
    tests,
    find: 'and(isOverdue, isNull(campaigns.pausedAt), isBehind)',
    replace: 'and(isOverdue, isBehind)',
    harm: 'A pause ends the offers of creators who are waiting for it to end.',
  },
  {
    name: 'ending-takes-creators',
    file: 'src/domain/offers/move-refusal.ts',
    tests,
    find: "campaign.isEnding ? 'the campaign is ending and takes no new creators' : null",
    replace: 'null',
    harm: 'Creators make videos for a budget that has been used up.',
  },
];
