import type { CreatorOffer } from '#contract/creator/creator.ts';
import { formatCount, formatUsd } from '#domain/money/money.ts';
import { webUrlOf } from '#domain/posts/web-links.ts';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import classes from './StepCard.module.css';

interface Props {
  offer: CreatorOffer;
  post: NonNullable<CreatorOffer['post']>;
}

/** Views and earnings of the post so far. */
export function PostFigures({ offer, post: { url, viewCount, earnedCents, paidAt } }: Props) {
  const isSettled = offer.stage.type === 'CLEARED';
  const address = webUrlOf(url);
  return (
    <div className={classes.stack}>
      <dl className={classes.figures}>
        <div>
          <dt>Views</dt>
          <dd>{formatCount(viewCount)}</dd>
        </div>
        {earnedCents !== null && (
          <div>
            <dt>{isSettled ? 'Earned' : 'Earned so far'}</dt>
            <dd>{formatUsd(earnedCents)}</dd>
          </div>
        )}
        {paidAt !== null && (
          <div>
            <dt>Paid</dt>
            <dd>{dayText(dayOf(new Date(paidAt)))}</dd>
          </div>
        )}
      </dl>
      {!isSettled && earnedCents !== null && offer.pay.kind === 'per-thousand-views' && (
        <p className={classes.soft}>
          This is an estimate. Views are counted daily, and your earnings are final within 30 days of the campaign’s
          end.
        </p>
      )}
      {address !== null && (
        <a
          aria-label="See your post, opens in a new tab"
          className={classes.link}
          href={address}
          rel="noreferrer"
          target="_blank"
        >
          See your post
        </a>
      )}
    </div>
  );
}
