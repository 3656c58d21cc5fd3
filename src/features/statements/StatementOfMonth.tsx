import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { readFailureOf } from '#app/queries/read-failure.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { daysOfMonth, type Month, monthText } from '#domain/statements/month.ts';
import { dayOf } from '#domain/time/period.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Empty, Failure, NotStoredYet } from '#ui/states/States.tsx';
import { RelativeTime, useNow } from '#ui/text/RelativeTime.tsx';
import { handOverStatement } from './hand-over-statement.ts';
import { statementQuery } from './queries.ts';
import classes from './Statement.module.css';
import { StatementPaperHead } from './StatementPaperHead.tsx';
import { StatementTable } from './StatementTable.tsx';
import { StatementTotals } from './StatementTotals.tsx';

/** A month's statement and its actions. */
export function StatementOfMonth({ brand, month }: { brand: Brand; month: Month }) {
  const query = useQuery(statementQuery(month));
  const now = useNow();
  const handOver = useMutation({
    mutationFn: () =>
      query.data === undefined ? Promise.resolve() : handOverStatement(brand.name, query.data.statement),
    networkMode: 'always',
    retry: false,
  });
  if (query.data === undefined) {
    if (query.error === null) {
      return (
        <Loading label="Loading the statement">
          <SkeletonLines count={8} />
        </Loading>
      );
    }
    const { notStored, ...failure } = readFailureOf(query);
    if (!notStored) return <Failure {...failure} title={`Couldn’t load the statement for ${monthText(month)}`} />;
    return (
      <NotStoredYet detail={`The statement for ${monthText(month)} isn’t on this device. Reconnect to load it.`} />
    );
  }
  const { statement, storedAt } = query.data;
  const whole = daysOfMonth(month);
  const asOf = dayOf(storedAt ?? now);
  const isOver = asOf > whole.until;
  const until = isOver ? whole.until : asOf;
  return (
    <div className={classes.statement}>
      <StatementPaperHead brand={brand} period={{ since: whole.since, until }} />
      {storedAt !== null && (
        <p className={classes.note} role="status">
          You’re seeing a copy stored on this device <RelativeTime at={storedAt} />. It will update once the server
          responds.
        </p>
      )}
      {storedAt === null && !isOver && (
        <p className={classes.note}>This month isn’t over, so more entries may follow.</p>
      )}
      <div className={classes.actions}>
        <Button
          leftSection={<Icon name="download" />}
          loading={handOver.isPending}
          onClick={() => handOver.mutate()}
          variant="default"
        >
          Download CSV
        </Button>
        <Button onClick={() => window.print()} variant="default">
          Print
        </Button>
      </div>
      <div className={classes.card}>
        <StatementTable statement={statement} until={until} />
        {statement.lines.length === 0 && (
          <Empty detail="Funds you add and campaigns you fund appear here." icon="payments" title="No transactions" />
        )}
      </div>
      <div className={classes.card}>
        <StatementTotals totals={statement.totals} />
      </div>
      <p className={classes.note}>Days are in UTC. Pending funds are listed once they’re available.</p>
    </div>
  );
}
