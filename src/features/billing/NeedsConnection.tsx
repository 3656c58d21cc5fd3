import { Icon } from '#ui/media/icons.tsx';
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
        Payments are never sent later, so you’re only charged while you’re here. The form appears once you’re back
        online.
      </p>
    </div>
  );
}
