import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { isUnknownRecord } from '#api/meaning.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { hasReceipt } from '#domain/money/payment-text.ts';
import { brandQuery } from '#features/auth/public.ts';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Empty, ReadFailure } from '#ui/states/States.tsx';
import { paymentQuery } from '../queries.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import classes from './Receipt.module.css';
import { Receipt } from './Receipt.tsx';

/** The receipt for a payment. */
export function ReceiptScreen({ paymentId }: { paymentId: string }) {
  return (
    <div className={classes.screen}>
      <ScreenHead title="Receipt" />
      <ReceiptOfPayment paymentId={paymentId} />
    </div>
  );
}

function ReceiptOfPayment({ paymentId }: { paymentId: string }) {
  const { data: brand } = useSuspenseQuery(brandQuery());
  const query = useQuery(paymentQuery(paymentId));
  if (query.data !== undefined) {
    if (hasReceipt(query.data)) return <Receipt brand={brand} payment={query.data} />;
    return (
      <Empty
        detail="Only completed payments that added funds have a receipt."
        icon="payments"
        title="No receipt for this payment"
      />
    );
  }
  if (query.error === null) {
    return (
      <Loading label="Loading the receipt">
        <SkeletonLines count={6} />
      </Loading>
    );
  }
  if (isUnknownRecord(query.error)) {
    return <Empty detail="Your payments are listed in Settings." icon="payments" title="Payment not found" />;
  }
  return <ReadFailure {...readFailureOf(query)} title="Couldn’t load the receipt" />;
}
