export { campaignAnalyticsQuery, campaignInLists, campaignQuery, campaignWasMade } from './queries.ts';
