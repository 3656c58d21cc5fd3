import type { Statement } from '#contract/brand/statement.ts';
import { formatUsd } from '#domain/money/money.ts';
import { daysOfMonth } from '#domain/statements/month.ts';
import { dayText, shortDayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import classes from './StatementTable.module.css';
import { signedUsd } from './signed-usd.ts';

interface BalanceRowProps {
  date: string;
  label: string;
  cents: number;
}

/** Opening or closing balance of the month. */
const BalanceRow = ({ date, label, cents }: BalanceRowProps) => (
  <tr className={classes.balance}>
    <td className={classes.date}>{date}</td>
    <th className={classes.what} scope="row">
      {label}
    </th>
    <td className={classes.figure} colSpan={2}>
      {formatUsd(cents)}
    </td>
  </tr>
);

interface Props {
  statement: Statement;
  /** Last day of the statement. */
  until: string;
}

/**
 * A month's movements, with the balance after each. On a phone the date and the balance wrap below the text and the
 * amount, so that no figure is cut off.
 */
export function StatementTable({ statement, until }: Props) {
  const { month, lines, openingBalanceCents, closingBalanceCents } = statement;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th className={classes.date} scope="col">
            Date
          </th>
          <th className={classes.what} scope="col">
            Description
          </th>
          <th className={classes.figure} scope="col">
            Amount
          </th>
          <th className={classes.after} scope="col">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        <BalanceRow cents={openingBalanceCents} date={dayText(daysOfMonth(month).since)} label="Opening balance" />
        {lines.map(({ id, at, description, amountCents, balanceCents }) => (
          <tr key={id}>
            <td className={classes.date}>{dayText(dayOf(at))}</td>
            <td className={classes.what}>
              {description}
              <span className={classes.below}>{shortDayText(dayOf(at))}</span>
            </td>
            <td className={classes.figure}>
              {signedUsd(amountCents)}
              <span className={classes.below}>Balance {formatUsd(balanceCents)}</span>
            </td>
            <td className={classes.after}>{formatUsd(balanceCents)}</td>
          </tr>
        ))}
        <BalanceRow cents={closingBalanceCents} date={dayText(until)} label="Closing balance" />
      </tbody>
    </table>
  );
}
