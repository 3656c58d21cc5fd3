import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Attended, canSendAgain, conflictWords, letGoLabel } from '#app/intents/attention-words.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { canReview } from '#domain/offers/offer-stage.ts';

interface Props {
  attended: Attended;
  /** The offer as it is now; null for an intent that is about none. */
  offer: Offer | null;
  /** Names the intent to assistive technology, where several are listed. */
  subject?: string;
  onRetry: () => Promise<unknown>;
  /** `reviews`: letting go leads on, since the offer now holds something else that can be reviewed. */
  onDiscard: (given: { reviews: boolean }) => Promise<unknown>;
}

/** The ways on from an intent that needs a person: send again where that can help, review what is there now, or let go. */
export function AttendedButtons({ attended, offer, subject, onRetry, onDiscard }: Props) {
  const [busy, setBusy] = useState<'retry' | 'discard' | null>(null);
  const canRetry = canSendAgain(attended);
  const reviews = !canRetry && offer !== null && canReview(offer);
  const discard = () => onDiscard({ reviews });
  const button = (what: 'retry' | 'discard', verb: string, work: () => Promise<unknown>) => ({
    'aria-label': subject === undefined ? undefined : `${verb}: ${subject}`,
    children: verb,
    disabled: busy !== null && busy !== what,
    loading: busy === what,
    onClick: () => {
      setBusy(what);
      void work().finally(() => setBusy(null));
    },
  });
  return (
    <>
      <Button
        variant={reviews ? 'filled' : 'default'}
        {...button('discard', reviews ? conflictWords.reviewAgain : letGoLabel(attended.attention), discard)}
      />
      {canRetry && <Button {...button('retry', conflictWords.retry, onRetry)} />}
    </>
  );
}
