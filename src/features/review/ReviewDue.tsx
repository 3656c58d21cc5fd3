import type { Offer } from '#contract/brand/offer.ts';
import { reviewDue, reviewDueText, silenceText } from '#domain/review/review-due.ts';
import { Icon } from '#ui/media/icons.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { daysApart, exactTime, shortTime } from '#ui/text/relative-time.ts';
import classes from './ReviewDue.module.css';

interface Props {
  offer: Offer;
  /** True in list rows, which have no space for the consequences. */
  brief?: boolean;
}

/** Shows the deadline of a review and what happens without a decision; renders nothing without a deadline. */
export function ReviewDue({ offer, brief = false }: Props) {
  const now = useNow();
  const due = reviewDue(offer, now);
  if (due === null) return null;
  const { state, dueAt } = due;
  // A row is a button, which can't contain paragraphs.
  const Line = brief ? 'span' : 'p';
  return (
    <Line className={classes.due} data-state={state}>
      <Icon name={state === 'overdue' ? 'alert' : 'clock'} size={16} />
      <span>
        <time dateTime={dueAt.toISOString()} title={exactTime(dueAt)}>
          {reviewDueText(due, now, daysApart(now, dueAt))}
        </time>
        {!brief && <span className={classes.after}>{silenceText(due, shortTime(dueAt))}</span>}
      </span>
    </Line>
  );
}
