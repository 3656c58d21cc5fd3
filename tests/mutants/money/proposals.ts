import type { Mutant } from '../mutant.ts';

const file = 'src/server/services/campaigns/proposals.ts';
const tests = ['--project', 'conformance', 'tests/conformance/ledger/fee-proposals.test.ts'];

/** Faults of flat fees that brands accept. */
export const proposalMutants: readonly Mutant[] = [
  {
    name: 'older-proposal-accepted',
    ...{ file, tests },
    find: 'number !== row.proposalNumber',
    replace: 'false',
    harm: 'A brand pays a different price from the one it saw.',
  },
  {
    name: 'rejected-campaign-accepted',
    ...{ file, tests },
    find: "if (row.approvalStatus === 'REJECTED') throw changed('This campaign was not approved.');",
    replace: '',
    harm: 'A brand pays for a campaign that the team has just rejected.',
  },
  {
    name: 'proposal-accepted-in-debt',
    ...{ file, tests },
    find: '  await requireNoDebt(writer);\n',
    replace: '',
    harm: 'A brand in debt reads that its balance is too low, but not why.',
  },
  {
    name: 'fees-paid-twice',
    file: 'src/server/services/campaigns/settle.ts',
    tests,
    find: ' && campaign.proposalAcceptedAt === null;',
    replace: ';',
    harm: 'A fee is charged to both the brand and the provider.',
  },
  {
    name: 'places-without-limit',
    file: 'src/domain/offers/move-refusal.ts',
    tests,
    find: 'freePlaces !== null && freePlaces <= 0 && wouldTakePlace(situation) ? noFreePlace : null',
    replace: 'null',
    harm: 'More creators join than there are reserved fees.',
  },
  {
    name: 'invitations-without-limit',
    file: 'src/server/services/moves/invite.ts',
    tests,
    find: 'if (places !== null && places <= 0) throw refuse(noFreePlace);',
    replace: '',
    harm: 'Creators are invited to a campaign that none of them can join.',
  },
  {
    name: 'reopening-without-limit',
    file: 'src/domain/offers/offer-moves.ts',
    tests,
    find: "needs: ['open-campaign', 'known-before', 'free-place'],",
    replace: "needs: ['open-campaign', 'known-before'],",
    harm: 'A reopened offer uses a fee that isn’t reserved.',
  },
  {
    name: 'approved-posts-uncounted',
    file: 'src/server/services/moves/state/places.ts',
    tests,
    find: 'and f.accepted_at is not null',
    replace: 'and false',
    harm: 'Approved posts don’t count as spend, and more creators join for fees that are already owed.',
  },
  {
    name: 'declined-proposal-accepted',
    ...{ file, tests },
    find: 'if (row.proposalDeclinedAt !== null)',
    replace: 'if (false)',
    harm: 'A brand pays a price that it has declined.',
  },
  {
    name: 'spent-fee-stays-on-the-server',
    file: 'src/server/services/moves/make-move.ts',
    tests,
    find: "  if (toStage === 'ONGOING') await touchSpentFee(writer, state.offer.campaignId);\n",
    replace: '',
    harm: 'Phones show an outdated spend until something else changes the campaign.',
  },
];
