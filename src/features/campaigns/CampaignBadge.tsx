import type { Campaign } from '../../contract/campaign.ts';
import { type CampaignBadgeKey, campaignBadge } from '../../domain/campaign-status.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

const tones: Readonly<Record<CampaignBadgeKey, Tone>> = {
  'in-review': 'amber',
  active: 'green',
  approved: 'blue',
  rejected: 'red',
  ending: 'violet',
  completed: 'grey',
};

/** State of a campaign in a word. */
export function CampaignBadge({ campaign }: { campaign: Pick<Campaign, 'approvalStatus' | 'CPMWorker'> }) {
  const { key, label } = campaignBadge(campaign);
  return <Badge icon={key === 'completed' ? 'check' : undefined} label={label} tone={tones[key]} />;
}
