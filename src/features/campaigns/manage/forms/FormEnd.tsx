import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { CampaignChange } from '#contract/brand/campaign-change.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import classes from '../Manage.module.css';

/** Props of every form in the dialog. */
export interface ChangeProps {
  campaign: Campaign;
  isPending: boolean;
  onCancel: () => void;
  onSend: (change: CampaignChange) => void;
}

export const offlineText = 'You’re offline. Reconnect to change this campaign.';

interface Props extends Pick<ChangeProps, 'isPending' | 'onCancel'> {
  /** Message shown offline; empty otherwise. */
  status: string;
  children: ReactNode;
}

/** End of a form: the reason why it can't be sent now, and its buttons. */
export function FormEnd({ isPending, onCancel, status, children }: Props) {
  return (
    <>
      <p className={classes.note} role="status">
        {status}
      </p>
      <ButtonRow>
        <Button disabled={isPending} onClick={onCancel} variant="default">
          Cancel
        </Button>
        {children}
      </ButtonRow>
    </>
  );
}
