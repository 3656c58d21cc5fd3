import { Icon } from '#ui/icons.tsx';
import classes from './Billing.module.css';

/** Shown offline before anything is typed: payments are never queued. */
export function NeedsConnection() {
  return (
    <div className={classes.notice} role="status">
      <span className={classes.noticeMark}>
        <Icon name="offline" size={28} />
      </span>
      <p className={classes.noticeTitle}>Adding funds needs a connection</p>
      <p className={classes.noticeDetail}>
        Payments are never kept for later, so nothing can be charged behind your back. The form appears here as soon as
        this device is connected.
      </p>
    </div>
  );
}
