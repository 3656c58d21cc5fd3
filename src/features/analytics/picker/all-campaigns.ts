/** Picker option for all campaigns. */
export const allCampaigns = 'all';
