import { Button } from '@mantine/core';
import { useOnline } from '#api/sync-status.ts';
import { workerStatusOf } from '#domain/campaigns/campaign-status.ts';
import { formatUsd } from '#domain/money/money.ts';
import { budgetCentsOf } from '#domain/money/reach.ts';
import classes from '../Manage.module.css';
import { type ChangeProps, FormEnd, offlineText } from './FormEnd.tsx';

interface Props extends ChangeProps {
  change: 'pause' | 'resume' | 'end';
}

function textFor({ change, campaign }: Pick<Props, 'change' | 'campaign'>): { text: string; button: string } {
  switch (change) {
    case 'pause':
      return {
        text: 'Creators can’t join or submit anything while the campaign is paused. Their deadlines are paused, too. Views of published posts still count, and you can still review submissions. The end date stays the same.',
        button: 'Pause campaign · $0',
      };
    case 'resume':
      return {
        text: 'Creators can join and submit again. Their deadlines start over.',
        button: 'Resume campaign · $0',
      };
    case 'end': {
      const budgetCents = budgetCentsOf(campaign);
      if (workerStatusOf(campaign) === 'QUEUED') {
        const returned = budgetCents === null ? '' : ` ${formatUsd(budgetCents)} returns to your balance right away.`;
        return {
          text: `The campaign won’t start and moves to the archive.${returned} This can’t be undone.`,
          button: 'End campaign',
        };
      }
      const rest = budgetCents === null ? '' : ' Unspent budget then returns to your balance.';
      return {
        text: `Creators who haven’t submitted yet can no longer do so. You can still review what was submitted, and views of published posts count for another 30 days.${rest} This can’t be undone.`,
        button: 'End campaign',
      };
    }
  }
}

/** Explains the effects of pausing, resuming or ending, and asks for confirmation. */
export function ConfirmChange({ change, campaign, isPending, onCancel, onSend }: Props) {
  const online = useOnline();
  const { text, button } = textFor({ change, campaign });
  return (
    <div className={classes.form}>
      <p>{text}</p>
      <FormEnd isPending={isPending} onCancel={onCancel} status={online ? '' : offlineText}>
        <Button
          disabled={!online}
          loading={isPending}
          onClick={() => onSend({ change })}
          {...(change === 'end' && { color: 'red' })}
        >
          {button}
        </Button>
      </FormEnd>
    </div>
  );
}
