import { useEffect, useId, useRef } from 'react';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { exactTime } from '#ui/text/relative-time.ts';
import { stageWords } from '../moves/stage-words.ts';
import type { Moves } from '../moves/use-moves.ts';
import { deadlineText } from '../words/dates.ts';
import { SendingNotice } from './dialogs/SendingNotice.tsx';
import { OriginalPart } from './OriginalPart.tsx';
import { StepAction } from './StepAction.tsx';
import classes from './StepCard.module.css';

interface Props {
  token: string;
  offer: CreatorOffer;
  moves: Moves;
}

/** Shows the deadline for the creator's or the brand's next step. */
function Deadline({ offer: { stage, brand } }: { offer: CreatorOffer }) {
  const now = useNow();
  const reviewDue = stage.reviewDueAt == null ? null : new Date(stage.reviewDueAt);
  if (reviewDue !== null && reviewDue > now) {
    return (
      <p className={classes.deadline}>
        {brand.name} has until{' '}
        <time dateTime={reviewDue.toISOString()} title={exactTime(reviewDue)}>
          {deadlineText(reviewDue, now)}
        </time>{' '}
        to review it.
      </p>
    );
  }
  if (stage.expiresAt === null) return null;
  const at = new Date(stage.expiresAt);
  return (
    <p className={classes.deadline}>
      {stage.type === 'OFFERED' ? 'Reply by ' : 'Due '}
      <time dateTime={stage.expiresAt} title={exactTime(at)}>
        {deadlineText(at, now)}
      </time>
    </p>
  );
}

/**
 * The offer's stage and its next step. The title takes the focus after a move, so that screen readers announce the new
 * stage.
 */
export function StepCard({ token, offer, moves }: Props) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const words = stageWords(offer);
  useEffect(() => {
    if (moves.made !== null) title.current?.focus({ preventScroll: false });
  }, [moves.made]);
  return (
    <section aria-labelledby={id} className={classes.card} data-over={offer.ended !== null}>
      <SendingNotice moves={moves} />
      <h2 id={id} ref={title} tabIndex={-1}>
        {words.title}
      </h2>
      <p className={classes.text}>{words.text}</p>
      {offer.ended === null && offer.blocked === null && <Deadline offer={offer} />}
      {/* The key remounts the step for a newer version of the offer; text typed so far is stored on the device. */}
      <StepAction
        key={`${offer.version} ${offer.draft?.state === 'processing'}`}
        moves={moves}
        offer={offer}
        token={token}
      />
      {offer.original !== null && <OriginalPart brand={offer.brand} original={offer.original} token={token} />}
    </section>
  );
}
