export const ledgerEntryKinds = [
  'funds_pending',
  'funds_added',
  'funds_settled',
  'funds_failed',
  'budget_held',
  'budget_released',
  'budget_captured',
  'budget_topped_up',
  'funds_reversed',
  'adjusted',
  'campaign_settled',
  'creator_paid',
  'payout_undone',
] as const;
export type LedgerEntryKind = (typeof ledgerEntryKinds)[number];
