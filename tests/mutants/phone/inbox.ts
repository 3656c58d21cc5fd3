import type { Mutant } from '../mutant.ts';

const onScreen = ['--project', 'component', 'tests/component/inbox'];

/** Faults of the inbox and of the order of offers. */
export const inboxMutants: readonly Mutant[] = [
  {
    name: 'order-differs-on-the-phone',
    file: 'sw/copy/records/entities.ts',
    find: 'Number(isFirst(b)) - Number(isFirst(a))',
    replace: 'Number(isFirst(a)) - Number(isFirst(b))',
    tests: ['--project', 'simulation', 'tests/simulation/answers.test.ts'],
    harm: 'Offline, submissions that await the brand are on a campaign’s last page.',
  },
  {
    name: 'order-of-all-campaigns',
    file: 'src/domain/offers/offer-order.ts',
    find: "campaignId === undefined ? [] : ['AWAITING_EVIDENCE_CLEARANCE']",
    replace: "['AWAITING_EVIDENCE_CLEARANCE']",
    tests: ['--project', 'unit', 'tests/unit/domain/offers/offer-order.test.ts'],
    harm: 'The list of all offers is no longer ordered by the last update.',
  },
  {
    name: 'swipe-presses',
    file: 'src/features/inbox/deck/use-swipe.ts',
    find: '      event.stopPropagation();\n',
    replace: '',
    tests: onScreen,
    harm: 'A swipe that starts on Approve approves.',
  },
  {
    name: 'look-outlives-the-session',
    file: 'src/app/device/last-look.ts',
    find: 'return parseOfBrand(storedSchema, localStorage.getItem(key));',
    replace: 'return v.parse(storedSchema, JSON.parse(localStorage.getItem(key) ?? ""));',
    tests: onScreen,
    harm: 'A brand sees news since another brand’s visit.',
  },
  {
    name: 'earlier-decision-returns',
    file: 'src/features/inbox/LastDecision.tsx',
    find: 'useState(isEarlier && isGone)',
    replace: 'useState(false)',
    tests: onScreen,
    harm: 'After an undo, the notice says that an earlier submission was just approved.',
  },
];
