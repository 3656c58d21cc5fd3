import { useState } from 'react';
import type { Bucket } from '#domain/figures/series.ts';
import { formatCount } from '#domain/money/money.ts';
import { bucketText, soFar } from './chart-words.ts';
import classes from './ViewsChart.module.css';

interface Props {
  now: readonly Bucket[];
  before: readonly Bucket[];
  /** First row whose days aren't complete. */
  openFrom: number;
}

/** The chart's figures as a table, for screen readers and for exact values; rendered once it's opened. */
export function ViewsTable({ now, before, openFrom }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.disclose}>Show as a table</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard
        <section aria-label="Views as a table" className={classes.box} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Days (UTC)</th>
                <th scope="col">Views</th>
                <th scope="col">Previous period</th>
                <th scope="col">Previous views</th>
              </tr>
            </thead>
            <tbody>
              {now.map((bucket, index) => {
                const then = before[index];
                return (
                  <tr key={bucket.since}>
                    <th scope="row">{bucketText(bucket)}</th>
                    <td>{soFar(formatCount(bucket.views), index >= openFrom)}</td>
                    <td>{then && bucketText(then)}</td>
                    <td>{then && formatCount(then.views)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
