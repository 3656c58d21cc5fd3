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

function wordsOf({ change, campaign }: Pick<Props, 'change' | 'campaign'>): { text: string; button: string } {
  switch (change) {
    case 'pause':
      return {
        text: 'Creators can’t join or submit anything while it’s paused. Their deadlines are paused, too. Published posts keep counting, and you can still review submissions. The end date stays the same.',
        button: 'Pause · $0',
      };
    case 'resume':
      return { text: 'Creators can join and submit again, with their full time for each step.', button: 'Resume · $0' };
    case 'end': {
      const budgetCents = budgetCentsOf(campaign);
      if (workerStatusOf(campaign) === 'QUEUED') {
        const returned = budgetCents === null ? '' : ` ${formatUsd(budgetCents)} returns to your balance at once.`;
        return {
          text: `It won’t start, and moves to the archive.${returned} This can’t be undone.`,
          button: 'End campaign',
        };
      }
      const rest = budgetCents === null ? '' : ' Unspent budget then returns to your balance.';
      return {
        text: `Creators who haven’t submitted yet no longer can. You can still review what was submitted, and published posts keep counting for 30 days.${rest} This can’t be undone.`,
        button: 'End campaign',
      };
    }
  }
}

/** Explains the effects of pausing, resuming or ending, and asks for confirmation. */
export function ConfirmChange({ change, campaign, isPending, onCancel, onSend }: Props) {
  const online = useOnline();
  const { text, button } = wordsOf({ change, campaign });
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
