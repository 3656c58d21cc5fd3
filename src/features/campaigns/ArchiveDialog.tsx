import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Campaign } from '#contract/brand/campaign.ts';
import { formatUsd } from '#domain/money/money.ts';
import { useIntent } from '#features/queue/public.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import { QueuedNotice } from './QueuedNotice.tsx';
import { campaignRecords } from './update-campaign.ts';

interface Texts {
  title: string;
  text: string;
  button: string;
}

function textFor({ approvalStatus, cpmBudgetCents }: Campaign): Texts {
  if (approvalStatus !== 'PENDING') {
    return {
      title: 'Would you like to archive this campaign?',
      text: 'This action cannot be undone. You will still be able to view the campaign in the archive.',
      button: 'Archive',
    };
  }
  const released = cpmBudgetCents === null ? '' : ` ${formatUsd(cpmBudgetCents)} returns to your balance.`;
  return {
    title: 'Withdraw this campaign?',
    text: `The campaign won’t be reviewed and moves to the archive.${released} This can’t be undone.`,
    button: 'Withdraw',
  };
}

interface Props {
  /** The campaign to archive; null closes the dialog. */
  campaign: Campaign | null;
  onClose: () => void;
  onArchived: () => void;
}

/**
 * Asks for confirmation before archiving a campaign, which can't be undone. Archiving a campaign in review withdraws
 * it.
 */
export function ArchiveDialog({ campaign, onClose, onArchived }: Props) {
  const { want, isPending } = useIntent<'archive-campaign'>({
    shown: campaignRecords,
    onAccepted: () => {
      onClose();
      onArchived();
    },
  });
  // Keep the text while the dialog fades out.
  const [shown, setShown] = useState(campaign);
  if (campaign !== null && campaign !== shown) setShown(campaign);
  const words = shown && textFor(shown);
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={onClose}
      opened={campaign !== null}
      title={words?.title}
    >
      <p>{words?.text}</p>
      <QueuedNotice />
      <ButtonRow isApart>
        <Button disabled={isPending} onClick={onClose} variant="default">
          Cancel
        </Button>
        <Button
          color="red"
          loading={isPending}
          onClick={() => {
            if (campaign === null) return;
            want({
              intent: { kind: 'archive-campaign', payload: { campaignId: campaign.id } },
              seen: { type: 'campaign', value: campaign },
            });
          }}
        >
          {words?.button}
        </Button>
      </ButtonRow>
    </Modal>
  );
}
