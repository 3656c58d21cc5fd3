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
    harm: 'A brand pays another price than the one that it has seen.',
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
    harm: 'A brand that owes money reads that it has too little, and not why.',
  },
  {
    name: 'fees-paid-twice',
    file: 'src/server/services/campaigns/settle.ts',
    tests,
    find: ' && campaign.proposalAcceptedAt === null;',
    replace: ';',
    harm: 'A fee is booked from the brand and from the provider.',
  },
  {
    name: 'places-without-limit',
    file: 'src/domain/offers/move-refusal.ts',
    tests,
    find: 'freePlaces !== null && freePlaces <= 0 && wouldTakePlace(situation) ? noFreePlace : null',
    replace: 'null',
    harm: 'More creators join than there are fees set aside.',
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
    harm: 'A reopened offer takes a fee that isn’t set aside.',
  },
  {
    name: 'approved-posts-uncounted',
    file: 'src/server/services/moves/state/places.ts',
    tests,
    find: 'and f.accepted_at is not null',
    replace: 'and false',
    harm: 'Approved posts spend nothing, and more creators join for fees that are owed already.',
  },
  {
    name: 'declined-proposal-accepted',
    ...{ file, tests },
    find: 'if (row.proposalDeclinedAt !== null)',
    replace: 'if (false)',
    harm: 'A brand that has declined a price pays it.',
  },
  {
    name: 'spent-fee-stays-on-the-server',
    file: 'src/server/services/moves/make-move.ts',
    tests,
    find: "  if (toStage === 'ONGOING') await touchSpentFee(writer, state.offer.campaignId);\n",
    replace: '',
    harm: 'Phones show an old spend until something else changes the campaign.',
  },
];
