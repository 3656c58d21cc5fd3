import { useEffect, useId, useRef } from 'react';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { exactTime } from '#ui/text/relative-time.ts';
import { moveDoneTexts, refusalText, waitingText } from '../moves/move-words.ts';
import { stageText } from '../moves/stage-text.ts';
import type { Moves } from '../moves/use-moves.ts';
import { Notice } from '../parts/Notice.tsx';
import { deadlineText } from '../words/dates.ts';
import { Answer } from './Answer.tsx';
import { AddressStep } from './forms/AddressStep.tsx';
import { CaptionStep } from './forms/CaptionStep.tsx';
import { EvidenceStep } from './forms/EvidenceStep.tsx';
import { OriginalPart } from './OriginalPart.tsx';
import { PostFigures } from './PostFigures.tsx';
import classes from './StepCard.module.css';
import type { StepProps } from './step-props.ts';

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

/** Outcome of the last tap: made, in flight, without a response yet, or refused. */
function SendingNotice({ moves: { sending, made } }: { moves: Moves }) {
  const refusal = refusalText(sending);
  return (
    <>
      <div className={classes.live} role="status">
        {sending.state === 'waiting' && (
          <Notice icon="offline" tone="amber">
            {waitingText(sending)}
          </Notice>
        )}
        {sending.state === 'idle' && made !== null && (
          <Notice icon="check" tone="green">
            {moveDoneTexts[made.move]}
          </Notice>
        )}
      </div>
      {refusal !== null && (
        <div role="alert">
          <Notice icon="alert" tone="red">
            {refusal}
          </Notice>
        </div>
      )}
    </>
  );
}

/** The current stage's action, if the offer allows it now. */
function StepAction(props: StepProps) {
  const { offer } = props;
  if (offer.ended !== null) return offer.post && <PostFigures offer={offer} post={offer.post} />;
  switch (offer.stage.type) {
    case 'OFFERED':
      return <Answer {...props} />;
    case 'SUBMIT_ADDRESS':
    case 'AWAITING_PACKAGE':
      return <AddressStep {...props} />;
    case 'SUBMIT_CUSTOM_CAPTION':
    case 'AWAITING_CUSTOM_CAPTION_CLEARANCE':
      return <CaptionStep {...props} />;
    case 'SUBMIT_EVIDENCE':
    case 'AWAITING_EVIDENCE_CLEARANCE':
      return <EvidenceStep {...props} />;
    default:
      return offer.post && <PostFigures offer={offer} post={offer.post} />;
  }
}

/**
 * The offer's stage and its next step. The title takes the focus after a move, so that screen readers announce the new
 * stage.
 */
export function StepCard({ token, offer, moves }: Props) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const words = stageText(offer);
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
