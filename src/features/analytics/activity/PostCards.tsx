import { memo } from 'react';
import type { PostAnalytics } from '../../../contract/analytics.ts';
import { formatCount } from '../../../domain/money.ts';
import { columns as allColumns, type ColumnKey, figureOf } from './columns.ts';
import classes from './PostCards.module.css';
import type { PostListProps } from './PostTable.tsx';
import { Creator, Posted, postKey, Video } from './post-cells.tsx';
import { Sparkline } from './Sparkline.tsx';
import { useWindowRows } from './use-window-rows.ts';

/** A card's height, with and without the line that says the campaign. */
const cardRem = { withCampaign: 10.25, without: 9.125 };
const gapRem = 0.5;
const figuresShown = 3;
/** Whose post, then what it did. */
const piecesOfCard = 2;

/** The first three figures among the columns that are shown. */
const figureColumns = (shown: readonly ColumnKey[]) =>
  allColumns.filter(({ key }) => shown.includes(key) && figureOf[key] !== undefined).slice(0, figuresShown);

interface CardProps {
  post: PostAnalytics;
  columns: readonly ColumnKey[];
  withCampaign: boolean;
  isWhole: boolean;
}

/** The list is drawn again whenever it is scrolled: cards that stay aren't. */
const PostCard = memo(function PostCard({ post, columns, withCampaign, isWhole }: CardProps) {
  return (
    <>
      <div className={classes.head}>
        <Creator post={post} />
        {columns.includes('views') && <Sparkline counts={post.recentViewCounts} until={post.forDate} />}
      </div>
      <div className={classes.about}>
        {columns.includes('video') && <Video post={post} withCampaign={withCampaign} />}
        {columns.includes('posted') && <Posted at={post.postedAt} className={classes.posted} />}
      </div>
      {isWhole && (
        <dl className={classes.figures}>
          {figureColumns(columns).map(({ key, label }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{formatCount(figureOf[key]?.(post) ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
});

/** Posts on a phone: a card each, with three figures. */
export function PostCards({ posts, total, columns, withCampaign, onShown }: PostListProps) {
  const rowRem = withCampaign ? cardRem.withCampaign : cardRem.without;
  const { ref, rows, heightPx } = useWindowRows({ count: posts.length, rowRem, gapRem, pieces: piecesOfCard, onShown });
  return (
    <div ref={ref}>
      <ul aria-label="Posts" className={classes.cards} style={{ height: heightPx }}>
        {rows.map(({ index, startPx, sizePx, pieces }) => {
          const post = posts[index];
          if (post === undefined) return null;
          return (
            <li
              aria-posinset={index + 1}
              aria-setsize={total}
              className={classes.card}
              key={postKey(post)}
              style={{ top: startPx, height: sizePx }}
            >
              <PostCard columns={columns} isWhole={pieces === piecesOfCard} post={post} withCampaign={withCampaign} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
