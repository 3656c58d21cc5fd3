/** Stands for no campaign among the picker's options. */
export const allCampaigns = 'all';
