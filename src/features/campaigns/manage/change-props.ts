import type { Campaign } from '#contract/campaign.ts';
import type { CampaignChange } from '#contract/campaign-change.ts';

/** Props of every form in the dialog. */
export interface ChangeProps {
  campaign: Campaign;
  isPending: boolean;
  onCancel: () => void;
  onSend: (change: CampaignChange) => void;
}
