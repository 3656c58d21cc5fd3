import type { Mutant } from '../mutant.ts';

const life = 'src/server/services/campaigns/campaign-life.ts';
const email = 'src/server/services/notices/creators/low-budget-email.ts';
const words = 'src/domain/money/campaign-funds.ts';
const conformance = (name: string) => ['--project', 'conformance', `tests/conformance/${name}`];
const component = (name: string) => ['--project', 'component', `tests/component/${name}`];
const unit = ['--project', 'unit', 'tests/unit/domain/money/campaign-funds.test.ts'];
const notices = conformance('low-budget.test.ts');

/** Faults of a campaign's spend as shown to its brand, and of notifications about a low budget. */
export const fundsMutants: readonly Mutant[] = [
  {
    name: 'fallen-views-give-money-back',
    file: 'src/domain/money/spend.ts',
    tests: conformance('campaign-funds.test.ts'),
    find: 'const cost = usedUpCents ?? spendCents(views, terms);',
    replace: 'const cost = spendCents(views, terms);',
    harm: 'Analytics show less spend than creators earned.',
  },
  {
    name: 'budget-day-not-by-running-total',
    file: 'src/server/services/figures/campaign-spend.ts',
    tests: conformance('campaign-funds.test.ts'),
    find: 'filter (where reached >= (',
    replace: 'filter (where view_count >= (',
    harm: 'A budget used up over several days never counts as used up.',
  },
  {
    name: 'spend-rounded-up',
    file: words,
    tests: unit,
    find: 'spentCents - (spentCents % 100)',
    replace: 'Math.round(spentCents / 100) * 100',
    harm: 'A card shows the whole budget as spent while some is left.',
  },
  {
    name: 'settled-campaigns-have-money-left',
    file: words,
    tests: unit,
    find: 'leftCents: isSettled ? 0 : rest',
    replace: 'leftCents: rest',
    harm: 'A brand counts on money that was returned to its balance.',
  },
  {
    name: 'budgets-that-came-back-count',
    file: 'src/domain/figures/analytics.ts',
    tests: unit,
    find: "if (status === 'ARCHIVED' && CPMWorker.status === 'QUEUED') continue;",
    replace: '',
    harm: 'Analytics include the budget of a campaign that never ran.',
  },
  {
    name: 'low-budget-at-the-last-day',
    file: life,
    tests: notices,
    find: "next === 'ENDING' && isNearTarget({ views: reached, target })",
    replace: "next === 'ENDING'",
    harm: 'A campaign that ends as planned is reported as out of budget.',
  },
  {
    name: 'low-budget-unsaid',
    file: life,
    tests: notices,
    find: "await notifyOfCampaign(writer, { campaignId, news: 'low-budget', now });",
    replace: '',
    harm: 'A brand learns too late for a top-up that its budget was used up.',
  },
  {
    name: 'paused-creators-are-hurried',
    file: life,
    tests: notices,
    find: 'if (!isPaused) await notifyCreatorsOfLowBudget',
    replace: 'await notifyCreatorsOfLowBudget',
    harm: 'Creators of a paused campaign get an email about which they can’t do anything.',
  },
  {
    name: 'low-budget-to-posts-in-review',
    file: email,
    tests: notices,
    find: "ne(fulfillments.evidenceType, 'PUBLISHED_VIDEO_URL'),",
    replace: 'isNull(offers.invalidationType),',
    harm: 'A creator whose post is published gets instructions for posting.',
  },
  {
    name: 'low-budget-to-those-who-unsubscribed',
    file: email,
    tests: notices,
    find: 'creator.remindersOffAt !== null || creator.blockedAt !== null',
    replace: 'creator.blockedAt !== null',
    harm: 'An email to a creator who turned reminders off stays in the outbox.',
  },
  {
    name: 'low-budget-after-a-top-up',
    file: email,
    tests: notices,
    find: 'if (!isEnding || isPaused',
    replace: 'if (isPaused',
    harm: 'Creators get a warning about a low budget that has been raised since.',
  },
  {
    name: 'goal-without-its-reason',
    file: 'src/server/services/campaigns/due-offers.ts',
    tests: notices,
    find: "row?.status === 'ENDED_SUCCESSFULLY' ?",
    replace: "row?.status === 'ENDED_UNSUCCESSFULLY' ?",
    harm: 'A creator whose draft was approved doesn’t learn why it can’t be posted.',
  },
  {
    name: 'top-up-link-opens-nothing',
    file: 'src/routes/dashboard/campaigns/$campaignId.tsx',
    tests: component('campaigns/manage.test.tsx'),
    find: "manage === 'top-up'",
    replace: 'manage === undefined',
    harm: 'The email’s button leads to a page on which the top-up is hard to find.',
  },
];
