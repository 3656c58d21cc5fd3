import { Button } from '@mantine/core';
import type { Offer } from '#contract/offer.ts';
import type { Attention } from '#contract/sync-status.ts';
import { conflictWords, letGoLabel } from '#domain/attention-words.ts';
import { canReview } from '#domain/offer-stage.ts';
import panel from '../Review.module.css';

interface Props {
  offer: Offer;
  busy: boolean;
  attention: Attention;
  /** Null where sending the same again can't help: the content has changed. */
  onRetry: (() => void) | null;
  onDiscard: () => void;
}

/** The ways on: look at what is there now, send again where that can help, or let the decision go. */
export function ConflictActions({ offer, busy, attention, onRetry, onDiscard }: Props) {
  const letGo = letGoLabel(attention);
  const reviewable = canReview(offer);
  return (
    <footer className={panel.actions}>
      <div className={panel.buttons}>
        {onRetry ? (
          <>
            <Button disabled={busy} onClick={onDiscard} variant="default">
              {letGo}
            </Button>
            <Button loading={busy} onClick={onRetry}>
              {conflictWords.retry}
            </Button>
          </>
        ) : (
          <Button loading={busy} onClick={onDiscard} variant={reviewable ? 'filled' : 'default'}>
            {reviewable ? conflictWords.reviewAgain : letGo}
          </Button>
        )}
      </div>
    </footer>
  );
}
