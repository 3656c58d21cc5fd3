import { madeWords, refusalText, waitingText } from '#creator/moves/move-words.ts';
import type { Moves } from '#creator/moves/use-moves.ts';
import { Notice } from '#creator/parts/Notice.tsx';
import classes from '../StepCard.module.css';

/** Outcome of the last tap: made, in flight, without a response yet, or refused. */
export function SendingNotice({ moves: { sending, made } }: { moves: Moves }) {
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
            {madeWords[made.move]}
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
