import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../media/icons.tsx';
import { clsx } from '../styles/clsx.ts';
import classes from './States.module.css';

interface EmptyProps {
  title: string;
  detail?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
}

/** Shown for an empty list, which isn't an error. */
export function Empty({ title, detail, icon = 'campaigns', action }: EmptyProps) {
  return (
    <div className={classes.state}>
      <span className={classes.mark}>
        <Icon name={icon} size={24} />
      </span>
      <p className={classes.title}>{title}</p>
      {detail && <p className={classes.detail}>{detail}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

interface FailureProps {
  /** Short description of the problem. */
  title: string;
  /** The consequences and the next step. */
  detail?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
}

/** Shows a failure: what happened, what to do, and a button to retry. */
export function Failure({ title, detail, onRetry, retrying = false }: FailureProps) {
  return (
    <div className={clsx(classes.state, classes.failed)} role="alert">
      <span className={classes.mark}>
        <Icon name="alert" size={24} />
      </span>
      <p className={classes.title}>{title}</p>
      {detail && <p className={classes.detail}>{detail}</p>}
      {onRetry && (
        <Button className={classes.action ?? ''} loading={retrying} onClick={onRetry} variant="default">
          Try again
        </Button>
      )}
    </div>
  );
}

interface ReadFailureProps extends FailureProps {
  /** True if the device is offline and the content was never fetched. */
  notStored: boolean;
}

/** Shown for a failed read: either not stored yet, or a failure with a Retry button. */
export const ReadFailure = ({ notStored, ...props }: ReadFailureProps) =>
  notStored ? <NotStoredYet /> : <Failure {...props} />;

/** Shown offline for content that was never fetched; it loads automatically once the network is back. */
export function NotStoredYet({ detail }: { detail?: ReactNode }) {
  return (
    <div className={clsx(classes.state, classes.notStored)} role="status">
      <span className={classes.mark}>
        <Icon name="offline" size={24} />
      </span>
      <p className={classes.title}>Not available offline yet</p>
      <p className={classes.detail}>{detail ?? 'Reconnect to load it.'}</p>
    </div>
  );
}
