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

/** Shown for a list without entries, where nothing is wrong. */
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
  /** Says what happened. */
  title: string;
  /** Says what was kept, and what to do. */
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
  /** True if there is no network and the content was never fetched. */
  notStored: boolean;
}

/** Shown when a read failed: not stored yet, or a failure with Retry. */
export const ReadFailure = ({ notStored, ...props }: ReadFailureProps) =>
  notStored ? <NotStoredYet /> : <Failure {...props} />;

/** Shown offline for content that was never fetched; it loads by itself once there is a network. */
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
