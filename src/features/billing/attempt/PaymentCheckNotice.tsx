import { formatUsd } from '#domain/money/money.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from '../Billing.module.css';
import type { Attempt } from './attempt.ts';

/** A payment with an unknown outcome. It's checked whether or not this component is mounted. */
export function PaymentCheckNotice({ attempt }: { attempt: Attempt }) {
  return (
    <div className={classes.notice} role="status">
      <span className={classes.noticeMark} data-tone="amber">
        <Icon name="clock" size={28} />
      </span>
      <p className={classes.noticeTitle}>We're checking with your bank. Don't pay again.</p>
      <p className={classes.noticeDetail}>
        The result of your {formatUsd(attempt.amountCents)} payment didn’t reach this device. We’ll keep checking and
        show it here. You can leave this page.
      </p>
    </div>
  );
}
