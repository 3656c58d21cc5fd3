import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Payment } from '#contract/brand/billing.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { formatUsd } from '#domain/money/money.ts';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import { BilledTo } from '../BilledTo.tsx';
import classes from './Receipt.module.css';

interface Props {
  brand: Brand;
  payment: Payment;
}

/** A receipt for added funds. Its date is in UTC, as on statements, so that all copies agree. */
export function Receipt({ brand, payment }: Props) {
  const { id, amountCents, method, updatedAt } = payment;
  return (
    <>
      <div className={classes.actions}>
        <Button onClick={() => window.print()} variant="default">
          Print
        </Button>
      </div>
      <section aria-label="Receipt" className={classes.paper}>
        <p className={classes.total}>{formatUsd(amountCents)} paid</p>
        <dl className={classes.facts}>
          <div>
            <dt>Receipt number</dt>
            <dd className={classes.number}>{id}</dd>
          </div>
          <div>
            <dt>Date paid (UTC)</dt>
            <dd>{dayText(dayOf(updatedAt))}</dd>
          </div>
          <div>
            <dt>Paid with</dt>
            <dd>{[method.title, method.subtitle].filter(Boolean).join(' ')}</dd>
          </div>
          <div>
            <dt>Description</dt>
            <dd>Funds added to your Afield balance</dd>
          </div>
          <div>
            <dt>Total</dt>
            <dd>{formatUsd(amountCents)} USD</dd>
          </div>
        </dl>
        <h2 className={classes.subtitle}>Billed to</h2>
        <BilledTo brand={brand} />
      </section>
      {!brand.billingDetails?.companyName && (
        <p className={classes.note}>
          To show your company’s name, address and tax number here, add them in{' '}
          <Link className={classes.link} to="/dashboard/settings">
            Settings
          </Link>
          .
        </p>
      )}
    </>
  );
}
