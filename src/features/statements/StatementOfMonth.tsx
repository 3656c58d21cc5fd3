import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { readFailureOf } from '#app/queries/read-failure.ts';
import type { Brand } from '#contract/brand/brand.ts';
import type { Statement, StatementTotals as Totals } from '#contract/brand/statement.ts';
import { daysOfMonth, type Month, monthText } from '#domain/statements/month.ts';
import { statementCsv, statementFileName } from '#domain/statements/statement-csv.ts';
import { periodText } from '#domain/time/day-text.ts';
import { dayOf, type Period } from '#domain/time/period.ts';
import { canShare, download, share } from '#ui/loading/hand-over.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Empty, Failure, NotStoredYet } from '#ui/states/States.tsx';
import { Fact, Facts } from '#ui/text/Facts.tsx';
import { RelativeTime, useNow } from '#ui/text/RelativeTime.tsx';
import { BilledTo } from './BilledTo.tsx';
import { statementQuery } from './queries.ts';
import classes from './Statement.module.css';
import { StatementTable } from './StatementTable.tsx';
import { signedUsd } from './signed-usd.ts';

interface PaperHeadProps {
  brand: Brand;
  period: Period;
}

/** Header of a printed statement: its owner and period. On the screen, the title and the menu show these. */
function StatementPaperHead({ brand, period }: PaperHeadProps) {
  return (
    <div className={classes.paperHead}>
      <p className={classes.paperTitle}>Account statement</p>
      <p>{periodText(period)} (UTC), in US dollars</p>
      <div className={classes.company}>
        <BilledTo brand={brand} />
      </div>
    </div>
  );
}

const totalLabels: Readonly<Record<keyof Totals, string>> = {
  addedCents: 'Funds added',
  fundedCents: 'Campaign budgets funded or held',
  returnedCents: 'Budgets returned',
  reversedCents: 'Refunds and disputes',
  correctedCents: 'Corrections',
};

const totalsInOrder = ['addedCents', 'fundedCents', 'returnedCents', 'reversedCents', 'correctedCents'] as const;

/** A month's totals by kind, which add up to the change of the balance. */
function StatementTotals({ totals }: { totals: Totals }) {
  return (
    <section aria-labelledby="statement-totals">
      <h2 className={classes.subtitle} id="statement-totals">
        Totals
      </h2>
      <Facts className={classes.totals}>
        {totalsInOrder.map((name) => (
          <Fact key={name} name={totalLabels[name]}>
            {signedUsd(totals[name])}
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

/** Exports a statement as a CSV file: to the phone's share sheet if possible, otherwise as a download. */
async function exportStatement(brandName: string, statement: Statement): Promise<void> {
  const name = statementFileName(brandName, statement);
  const file = new File([statementCsv(statement)], name, { type: 'text/csv' });
  const outcome = canShare(file) ? await share(file) : 'refused';
  if (outcome !== 'shared' && outcome !== 'dismissed') download(file);
}

/** A month's statement and its actions. */
export function StatementOfMonth({ brand, month }: { brand: Brand; month: Month }) {
  const query = useQuery(statementQuery(month));
  const now = useNow();
  const handOver = useMutation({
    mutationFn: () =>
      query.data === undefined ? Promise.resolve() : exportStatement(brand.name, query.data.statement),
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
