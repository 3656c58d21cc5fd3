import { Button } from '@mantine/core';
import type { CreatorStatement, CreatorStatementLine } from '#contract/creator/creator-money.ts';
import { formatCount, formatUsd } from '#domain/money/money.ts';
import { creatorStatementCsv, creatorStatementFileName } from '#domain/statements/creator-statement-csv.ts';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import { canShare, download, share } from '#ui/loading/hand-over.ts';
import { priceText } from '../words/pay-text.ts';
import classes from './Statement.module.css';

interface Props {
  statement: CreatorStatement;
  campaignName: string;
}

/** A statement with its totals, and a button to export it. */
export function Statement({ statement, campaignName }: Props) {
  const { lines, cpmCents } = statement;
  if (lines.length === 0) {
    return (
      <p className={classes.soft}>
        {cpmCents === null
          ? 'You haven’t earned anything yet.'
          : 'Views are counted once a day, and appear here after the first count.'}
      </p>
    );
  }
  return (
    <div className={classes.stack}>
      <Sums statement={statement} />
      {cpmCents !== null && (
        <p className={classes.soft}>{priceText(cpmCents)} per 1,000 views. Days begin at midnight UTC.</p>
      )}
      <Lines hasViews={cpmCents !== null} lines={lines} />
      <Button className={classes.toggle ?? ''} onClick={() => void handOver(campaignName, statement)} variant="default">
        Download CSV
      </Button>
    </div>
  );
}

function Sums({ statement }: { statement: CreatorStatement }) {
  const { earnedCents, settledAt, clearedCents, payments, dueCents, heldCents } = statement;
  return (
    <dl className={classes.sums}>
      <dt>{settledAt === null ? 'Earned so far' : 'Earned'}</dt>
      <dd>{formatUsd(earnedCents)}</dd>
      <dt>{settledAt === null ? 'Final once the campaign is settled' : `Final on ${dayText(dayOf(settledAt))}`}</dt>
      <dd>{formatUsd(clearedCents)}</dd>
      {payments.map(({ paidAt, amountCents }) => [
        <dt key={`${paidAt} day`}>Paid on {dayText(dayOf(paidAt))}</dt>,
        <dd key={paidAt}>{formatUsd(amountCents)}</dd>,
      ])}
      {heldCents > 0 && (
        <>
          <dt>On hold</dt>
          <dd>{formatUsd(heldCents)}</dd>
        </>
      )}
      <dt>To be paid</dt>
      <dd>{formatUsd(dueCents)}</dd>
    </dl>
  );
}

function Lines({ lines, hasViews }: { lines: readonly CreatorStatementLine[]; hasViews: boolean }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {hasViews && <th scope="col">Views</th>}
          <th scope="col">Earned</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ day, views, earnedCents, note }) => (
          <tr key={`${day} ${views === null}`}>
            <th scope="row">
              {dayText(day)}
              {note !== null && <span className={classes.note}>{note}</span>}
            </th>
            {hasViews && <td>{views === null ? '–' : formatCount(views)}</td>}
            <td>{formatUsd(earnedCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Exports the statement as a file: to the phone's share sheet if possible, otherwise as a download. */
async function handOver(campaignName: string, statement: CreatorStatement): Promise<void> {
  const name = creatorStatementFileName(campaignName);
  const file = new File([creatorStatementCsv(statement)], name, { type: 'text/csv' });
  const outcome = canShare(file) ? await share(file) : 'refused';
  if (outcome !== 'shared' && outcome !== 'dismissed') download(file);
}
