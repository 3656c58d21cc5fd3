import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Payment } from '#contract/brand/billing.ts';
import { formatUsd } from '#domain/money/money.ts';
import { hasReceipt, paymentText } from '#domain/money/payment-text.ts';
import { clsx } from '#ui/styles/clsx.ts';
import { Badge } from '#ui/text/Badge.tsx';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import classes from './Payments.module.css';

const statuses = {
  COMPLETED: { label: 'Successful', tone: 'green', icon: 'check' },
  PENDING: { label: 'Pending', tone: 'amber', icon: 'clock' },
  FAILED: { label: 'Failed', tone: 'red', icon: 'alert' },
} as const;

/** A payment: purpose, method, amount and status; a failure's reason is shown on hover, focus and tap. */
export function PaymentRow({ payment }: { payment: Payment }) {
  const { amountCents, method, status, statusReason } = payment;
  const badge = <Badge {...statuses[status]} />;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.kind}>{paymentText(payment)}</span>
        <span className={clsx(classes.method, payment.kind === 'CORRECTION' && classes.note)}>
          {[method.title, method.subtitle].filter(Boolean).join(' ')}
        </span>
        {hasReceipt(payment) && (
          <Link className={classes.receipt} params={{ paymentId: payment.id }} to="/dashboard/receipts/$paymentId">
            Receipt
            <VisuallyHidden> for {formatUsd(amountCents)}</VisuallyHidden>
          </Link>
        )}
        {payment.campaignSettled && <span className={clsx(classes.method, classes.note)}>{statusReason}</span>}
      </div>
      <div className={classes.how}>
        <span className={clsx(classes.amount, status === 'FAILED' && classes.void)}>
          {amountCents > 0 ? '+' : ''}
          {formatUsd(amountCents)}
        </span>
        {statusReason && !payment.campaignSettled ? (
          <Tooltip events={{ hover: true, focus: true, touch: true }} label={statusReason} maw={280} multiline>
            <button aria-label={`${statuses[status].label}: ${statusReason}`} className={classes.reason} type="button">
              {badge}
            </button>
          </Tooltip>
        ) : (
          badge
        )}
      </div>
    </li>
  );
}
