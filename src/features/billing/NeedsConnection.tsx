import { Icon } from '#ui/media/icons.tsx';
import classes from './Billing.module.css';

/** Shown offline before anything is typed: payments are never queued. */
export function NeedsConnection() {
  return (
    <div className={classes.notice} role="status">
      <span className={classes.noticeMark}>
        <Icon name="offline" size={28} />
      </span>
      <p className={classes.noticeTitle}>Reconnect to add funds</p>
      <p className={classes.noticeDetail}>
        Unlike decisions, payments aren’t queued to be sent later. The form appears once you’re back online.
      </p>
    </div>
  );
}
