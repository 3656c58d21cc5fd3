import { memo, useMemo } from 'react';
import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { formatCount } from '#domain/money/money.ts';
import type { PlacedRow } from '#ui/lists/window-rows.ts';
import { customProperties } from '#ui/styles/custom-properties.ts';
import { columns as allColumns, type ColumnKey, figureOf } from './columns.ts';
import classes from './PostTable.module.css';
import { Creator, Posted, Video } from './post-cells.tsx';
import { Sparkline } from './Sparkline.tsx';
import { usePostRows } from './use-post-rows.ts';

const postRowRem = 4.25;
/** Widths of the columns, as shares of the table's width. */
const shares = { creator: 24, video: 17.5, posted: 13, views: 17, likes: 9.5, comments: 9.5, shares: 9.5 } as const;

export interface PostListProps {
  posts: readonly PostAnalytics[];
  /** Number of posts on all pages, loaded or not. */
  total: number;
  columns: readonly ColumnKey[];
  /** True if rows show which campaign a post belongs to. */
  withCampaign: boolean;
  /** Reports the first and the last visible post, as indexes of `posts`. */
  onShown: (first: number, last: number) => void;
}

function Cell({ column, post, withCampaign }: { column: ColumnKey; post: PostAnalytics; withCampaign: boolean }) {
  if (column === 'video') return <Video post={post} withCampaign={withCampaign} />;
  if (column === 'posted') return <Posted at={post.postedAt} />;
  const figure = formatCount(figureOf[column]?.(post) ?? 0);
  if (column !== 'views') return figure;
  return (
    <span className={classes.trend}>
      <Sparkline counts={post.recentViewCounts} until={post.forDate} />
      <span>{figure}</span>
    </span>
  );
}

interface RowProps extends PlacedRow, Pick<PostListProps, 'withCampaign'> {
  post: PostAnalytics;
  isScrolling: () => boolean;
  shown: readonly (typeof allColumns)[number][];
}

/** Memoized: the table rerenders for each new row, but existing rows don't. */
const Row = memo(function Row({ post, index, shown, withCampaign, topPx, heightPx, isScrolling }: RowProps) {
  return (
    <tr aria-rowindex={index + 2} data-row={index} role="row" style={{ top: topPx, height: heightPx }}>
      <td role="cell">
        <Creator isScrolling={isScrolling} post={post} />
      </td>
      {shown.map(({ key }) => (
        <td className={classes[key]} key={key} role="cell">
          <Cell column={key} post={post} withCampaign={withCampaign} />
        </td>
      ))}
    </tr>
  );
});

/**
 * Posts on wide screens. Positioning the rows changes their display, which drops table roles, so each part sets its own
 * role.
 */
export const PostTable = memo(function PostTable(props: PostListProps) {
  const { posts, total, columns, withCampaign, onShown } = props;
  const { ref, rows, heightPx, isScrolling } = usePostRows({ posts, rowRem: postRowRem, onShown });
  const shown = useMemo(() => allColumns.filter(({ key }) => columns.includes(key)), [columns]);
  const widths = (['creator', ...shown.map(({ key }) => key)] as const).map((key) => `minmax(0, ${shares[key]}fr)`);
  return (
    <div className={classes.card} ref={ref} style={customProperties({ '--widths': widths.join(' ') })}>
      <table aria-label="Posts" aria-rowcount={total + 1} className={classes.table} role="table">
        <thead role="rowgroup">
          <tr aria-rowindex={1} role="row">
            <th role="columnheader" scope="col">
              Creator
            </th>
            {shown.map(({ key, label }) => (
              <th className={classes[key]} key={key} role="columnheader" scope="col" title={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" style={{ height: heightPx }}>
          {rows.map(({ key, ...row }) => (
            <Row isScrolling={isScrolling} key={key} shown={shown} withCampaign={withCampaign} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
});
