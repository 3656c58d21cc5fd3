import { NativeSelect } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type Month, monthOf, monthText } from '#domain/statements/month.ts';
import { brandQuery } from '#features/auth/public.ts';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { statementMonthsQuery } from './queries.ts';
import { ScreenHead } from './ScreenHead.tsx';
import classes from './Statement.module.css';
import { StatementOfMonth } from './StatementOfMonth.tsx';

interface Props {
  /** Undefined for the newest month. */
  chosen: Month | undefined;
  onChoose: (month: Month) => void;
}

/** Account statements, one month at a time. */
export function StatementScreen({ chosen, onChoose }: Props) {
  const { data: brand } = useSuspenseQuery(brandQuery());
  const list = useQuery(statementMonthsQuery());
  const now = useNow();
  const listed = list.data ?? [];
  const month = chosen ?? listed[0] ?? monthOf(now);
  // Also offer a month from the URL that isn't listed, such as before the list has loaded. Without a statement for it,
  // the server responds with an error.
  const months = listed.includes(month) ? listed : [month, ...listed].sort().reverse();
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <ScreenHead title="Statements" />
        <NativeSelect
          className={classes.month ?? ''}
          data={months.map((value) => ({ value, label: monthText(value) }))}
          label="Month"
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
          value={month}
        />
        {list.error !== null && list.data === undefined && (
          <p className={classes.note} role="status">
            Couldn’t load the other months. They’ll be listed here once you’re online.
          </p>
        )}
      </div>
      <StatementOfMonth brand={brand} key={month} month={month} />
    </div>
  );
}
