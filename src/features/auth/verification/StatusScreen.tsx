import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import classes from '../AuthFrame.module.css';
import { AuthFrame } from '../AuthFrame.tsx';

interface Props {
  icon: IconName;
  /** True for a final state, with nothing left to wait for. */
  isDone?: boolean;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Label of the back button. */
  back?: string | undefined;
  onBack: () => void;
}

/** An account's state in one sentence, with a button to go back. */
export function StatusScreen({ icon, isDone, title, children, action, back = 'Back to Login', onBack }: Props) {
  return (
    <AuthFrame>
      <div className={classes.status}>
        <span className={classes.statusMark} data-done={isDone || undefined}>
          <Icon name={icon} size={28} />
        </span>
        <PageTitle title={title} />
        <p className={classes.lead}>{children}</p>
      </div>
      {action}
      <Button onClick={onBack} variant="default">
        {back}
      </Button>
    </AuthFrame>
  );
}
