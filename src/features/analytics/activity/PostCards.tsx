import { memo } from 'react';
import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { formatCount } from '#domain/money/money.ts';
import type { PlacedRow } from '#ui/lists/window-rows.ts';
import { columns as allColumns, type ColumnKey, figureOf } from './columns.ts';
import classes from './PostCards.module.css';
import type { PostListProps } from './PostTable.tsx';
import { Creator, Posted, Video } from './post-cells.tsx';
import { Sparkline } from './Sparkline.tsx';
import { usePostRows } from './use-post-rows.ts';

/** Height of a card, with and without the line for its campaign. */
const cardRem = { withCampaign: 10.25, without: 9.125 };
/** Height of a narrow card, where text wraps. */
const narrowCardRem = { withCampaign: 19, without: 17.5 };
const gapRem = 0.5;
const figuresShown = 3;

/** The first three figures among the visible columns. */
const figureColumns = (shown: readonly ColumnKey[]) =>
  allColumns.filter(({ key }) => shown.includes(key) && figureOf[key] !== undefined).slice(0, figuresShown);

interface CardProps extends PlacedRow {
  post: PostAnalytics;
  isScrolling: () => boolean;
  columns: readonly ColumnKey[];
  withCampaign: boolean;
  total: number;
}

/** Memoized: the list rerenders for each new card, but existing cards don't. */
const PostCard = memo(function PostCard(props: CardProps) {
  const { post, columns, withCampaign, index, total, topPx, heightPx, isScrolling } = props;
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={total}
      className={classes.card}
      data-row={index}
      style={{ top: topPx, height: heightPx }}
    >
      <div className={classes.head}>
        <Creator isScrolling={isScrolling} post={post} />
        {columns.includes('views') && <Sparkline counts={post.recentViewCounts} until={post.forDate} />}
      </div>
      <div className={classes.about}>
        {columns.includes('video') && <Video post={post} withCampaign={withCampaign} />}
        {columns.includes('posted') && <Posted at={post.postedAt} className={classes.posted} />}
      </div>
      <dl className={classes.figures}>
        {figureColumns(columns).map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{formatCount(figureOf[key]?.(post) ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
});

/** Posts on a phone: a card each, with three figures. */
export const PostCards = memo(function PostCards({ posts, onShown, ...card }: PostListProps) {
  const kind = card.withCampaign ? 'withCampaign' : 'without';
  const heights = { rowRem: cardRem[kind], narrowRowRem: narrowCardRem[kind] };
  const { ref, rows, heightPx, isScrolling } = usePostRows({ posts, ...heights, gapRem, onShown });
  return (
    <div ref={ref}>
      <ul aria-label="Posts" className={classes.cards} style={{ height: heightPx }}>
        {rows.map(({ key, ...row }) => (
          <PostCard isScrolling={isScrolling} key={key} {...row} {...card} />
        ))}
      </ul>
    </div>
  );
});
