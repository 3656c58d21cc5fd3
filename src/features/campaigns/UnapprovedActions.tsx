import { Button } from '@mantine/core';
import { openWizard } from '#app/shell/wizard-request.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { Icon } from '#ui/media/icons.tsx';

interface Props {
  campaign: Pick<Campaign, 'id' | 'approvalStatus'>;
  fullWidth?: boolean;
  onArchive: () => void;
  /** Called before any of the actions. */
  onAct?: () => void;
}

/** Actions for a campaign in review or rejected. Editing replaces the campaign, and withdrawing archives it. */
export function UnapprovedActions({ campaign, fullWidth = false, onArchive, onAct }: Props) {
  const isRejected = campaign.approvalStatus === 'REJECTED';
  const act = (action: () => void) => () => {
    onAct?.();
    action();
  };
  return (
    <>
      <Button
        fullWidth={fullWidth}
        leftSection={<Icon name="edit" size={18} />}
        onClick={act(() => openWizard({ kind: isRejected ? 'resubmit' : 'edit', campaignId: campaign.id }))}
        variant={isRejected ? 'filled' : 'default'}
      >
        {isRejected ? 'Edit & Resubmit' : 'Edit Campaign'}
      </Button>
      <Button
        fullWidth={fullWidth}
        leftSection={<Icon name="archive" size={18} />}
        onClick={act(onArchive)}
        variant="default"
      >
        {isRejected ? 'Archive Campaign' : 'Withdraw Campaign'}
      </Button>
    </>
  );
}
