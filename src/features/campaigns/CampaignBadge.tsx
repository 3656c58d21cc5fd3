import { intentTexts } from '#app/intents/intent-texts.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { type CampaignBadgeKey, campaignBadge } from '#domain/campaigns/campaign-status.ts';
import { Badge, type Tone } from '#ui/text/Badge.tsx';

const tones: Readonly<Record<CampaignBadgeKey, Tone>> = {
  'in-review': 'amber',
  active: 'green',
  approved: 'blue',
  rejected: 'red',
  ending: 'violet',
  paused: 'amber',
  completed: 'grey',
};

/** A campaign's state in a word. A queued action takes precedence over the server's state. */
export function CampaignBadge({
  campaign,
}: {
  campaign: Pick<Campaign, 'approvalStatus' | 'CPMWorker' | 'pausedAt' | 'pendingAction'>;
}) {
  const { pendingAction } = campaign;
  if (pendingAction?.state === 'attention') return <Badge icon="alert" label="Needs attention" tone="red" />;
  if (pendingAction !== undefined)
    return <Badge label={intentTexts[pendingAction.kind].queued} look="queued" tone="amber" />;
  const { key, label } = campaignBadge(campaign);
  return <Badge icon={key === 'completed' ? 'check' : undefined} label={label} tone={tones[key]} />;
}
