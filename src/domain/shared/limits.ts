import {
  descriptionLength,
  minimumBudgetCents,
  minimumFundsCents,
  pageSizes,
  uploadLimits,
} from '#contract/wire/bounds.ts';

/**
 * Sizes and times from the specification that are used in several places. A test checks that each is used, and not duplicated
 * elsewhere.
 */
export const limits = {
  pageSize: pageSizes,
  /** Distance from the bottom of a list at which the next page is fetched. */
  scrollTriggerPx: 500,
  postsScrollDelayMs: 150,
  requestTimeoutMs: 30_000,
  /** Delays before each retry after a network error. */
  networkRetryWaitsMs: [1_000, 2_000],
  queryStaleMs: 300_000,
  queryRetries: 3,
  mutationRetries: 1,
  /** Interval for polling the brand while it waits for verification or approval. */
  gatePollMs: 15_000,
  loginReloadMs: 1_000,
  logoutRedirectMs: 100,
  closableToastMs: 10_000,
  minFundsCents: minimumFundsCents,
  minBudgetCents: minimumBudgetCents,
  minProjectedViews: 50_000,
  description: descriptionLength,
  upload: uploadLimits,
} as const;
