import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './AuthFrame.module.css';
import { AuthFrame } from './AuthFrame.tsx';

interface Props {
  icon: IconName;
  /** Whether this is the end of it, and nothing is waited for. */
  isDone?: boolean;
  title: string;
  children: ReactNode;
  /** What can be done meanwhile. */
  action?: ReactNode;
  /** What the way back is called. */
  back?: string | undefined;
  onBack: () => void;
}

/** Where an account stands, in one sentence, with the way back. */
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
