import { memo, useMemo } from 'react';
import type { PostAnalytics } from '../../../contract/analytics.ts';
import { formatCount } from '../../../domain/money.ts';
import { clsx } from '../../../ui/clsx.ts';
import { columns as allColumns, type ColumnKey, figureOf } from './columns.ts';
import classes from './PostTable.module.css';
import { Creator, Posted, postKey, Video } from './post-cells.tsx';
import { Sparkline } from './Sparkline.tsx';
import { usePostRows } from './use-post-rows.ts';

const postRowRem = 4.25;

export interface PostListProps {
  posts: readonly PostAnalytics[];
  /** Of all pages, fetched or not. */
  total: number;
  columns: readonly ColumnKey[];
  /** Whether rows say which campaign a post is of. */
  withCampaign: boolean;
  /** The first and the last that are near the window, as places in `posts`. */
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

interface RowProps {
  post: PostAnalytics;
  shown: readonly (typeof allColumns)[number][];
  withCampaign: boolean;
}

/** The list is drawn again whenever it is scrolled: rows that stay aren't. */
const RowCells = memo(function RowCells({ post, shown, withCampaign }: RowProps) {
  return (
    <>
      <td>
        <Creator post={post} />
      </td>
      {shown.map(({ key }) => (
        <td className={classes[key]} key={key}>
          <Cell column={key} post={post} withCampaign={withCampaign} />
        </td>
      ))}
    </>
  );
});

/** Posts on a desk. Rows outside the window are room above and below, so that those inside stay a real table's. */
export const PostTable = memo(function PostTable(props: PostListProps) {
  const { posts, total, columns, withCampaign, onShown } = props;
  const { ref, rows, heightPx } = usePostRows({ count: posts.length, rowRem: postRowRem, onShown });
  const shown = useMemo(() => allColumns.filter(({ key }) => columns.includes(key)), [columns]);
  const [first, last] = [rows[0], rows.at(-1)];
  const above = first?.topPx ?? 0;
  const below = heightPx - (last ? last.topPx + last.heightPx : 0);
  const room = (heightPx: number) =>
    heightPx > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take the focus, it is only as high as the rows it stands for
      <tr aria-hidden="true" className={classes.room}>
        <td colSpan={shown.length + 1} style={{ height: heightPx }} />
      </tr>
    );
  return (
    <div className={classes.card} ref={ref}>
      <table aria-label="Posts" aria-rowcount={total + 1} className={classes.table}>
        <thead>
          <tr aria-rowindex={1}>
            <th className={classes.creator} scope="col">
              Creator
            </th>
            {shown.map(({ key, label }) => (
              <th className={classes[key]} key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {room(above)}
          {rows.map(({ index, heightPx }) => {
            const post = posts[index];
            if (post === undefined) return null;
            return (
              <tr
                aria-rowindex={index + 2}
                className={clsx(classes.row, index === 0 && classes.firstRow)}
                key={postKey(post)}
                style={{ height: heightPx }}
              >
                <RowCells post={post} shown={shown} withCampaign={withCampaign} />
              </tr>
            );
          })}
          {room(below)}
        </tbody>
      </table>
    </div>
  );
});
