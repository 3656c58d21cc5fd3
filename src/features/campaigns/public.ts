export { campaignAnalyticsQuery, campaignInLists, campaignQuery, refreshAfterCreation } from './queries.ts';
