import '@mantine/core/styles/Tooltip.layer.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { readFailureOf } from '#app/queries/read-failure.ts';
import type { Payment } from '#contract/brand/billing.ts';
import { AddFundsButton } from '#features/billing/public.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Empty, ReadFailure } from '#ui/states/States.tsx';
import { PrintOnly } from '#ui/text/PrintOnly.tsx';
import { exactDay } from '#ui/text/relative-time.ts';
import { Section } from '#ui/text/Section.tsx';
import { paymentsQuery } from '../queries.ts';
import { PaymentRow } from './PaymentRow.tsx';
import classes from './Payments.module.css';

/** Payments grouped by the viewer's day, in the list's order. */
function byDay(payments: readonly Payment[]): [string, Payment[]][] {
  const days = new Map<string, Payment[]>();
  for (const payment of payments) {
    const day = exactDay(new Date(payment.updatedAt));
    const group = days.get(day);
    if (group) group.push(payment);
    else days.set(day, [payment]);
  }
  return [...days];
}

/** Calls back when a scroll container nears its end. */
function useEndReached(onEnd: () => void) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onEnd(),
      {
        root: end.current.parentElement,
        rootMargin: '160px',
      },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [onEnd]);
  return end;
}

function PaymentList() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError, refetch, isFetching } =
    useInfiniteQuery(paymentsQuery());
  const canGoOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const end = useEndReached(() => {
    if (canGoOn) void fetchNextPage();
  });
  if (!data) {
    if (error === null) {
      return (
        <Loading label="Loading payments">
          <SkeletonLines count={5} />
        </Loading>
      );
    }
    return <ReadFailure {...readFailureOf({ error, isFetching, refetch })} title="Couldn’t load payments" />;
  }
  const payments = data.pages.flatMap((page) => page.data);
  if (payments.length === 0) {
    return (
      <Empty detail="Funds you add and campaigns you fund are listed here." icon="payments" title="No payments yet" />
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard
    <section aria-label="Payments history" className={classes.box} tabIndex={0}>
      {byDay(payments).map(([day, ofDay]) => (
        <div key={day}>
          <h3 className={classes.day}>{day}</h3>
          <ul>
            {ofDay.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
          </ul>
        </div>
      ))}
      {hasNextPage && <PrintOnly>Scroll to older payments to print them.</PrintOnly>}
      <div className={classes.end} ref={end}>
        {isFetchNextPageError ? (
          <button className={classes.more} onClick={() => void fetchNextPage()} type="button">
            Couldn’t load more payments. Try again
          </button>
        ) : (
          isFetchingNextPage && <SkeletonLines count={2} />
        )}
      </div>
    </section>
  );
}

export function Payments() {
  return (
    <Section title="Payments">
      <PaymentList />
      <Link className={classes.statements} to="/dashboard/statements">
        Monthly statements
        <Icon name="next" size={18} />
      </Link>
      <AddFundsButton place="page" />
    </Section>
  );
}
