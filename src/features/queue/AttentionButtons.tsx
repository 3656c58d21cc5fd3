import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type ActionNeedingAttention,
  canSendAgain,
  conflictLabels,
  discardLabel,
} from '#app/intents/attention-text.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { canReview } from '#domain/offers/offer-stage.ts';

interface Props {
  attended: ActionNeedingAttention;
  /** The offer's current state; null if the intent isn't about an offer. */
  offer: Offer | null;
  /** Accessible description of the intent, if several are listed. */
  subject?: string;
  onRetry: () => Promise<unknown>;
  /** `reviews`: discarding leads to a review, since the offer now has something else to review. */
  onDiscard: (given: { reviews: boolean }) => Promise<unknown>;
}

/**
 * Options for an intent that needs attention: resend it if that can help, review the current submission, or discard the
 * intent.
 */
export function AttentionButtons({ attended, offer, subject, onRetry, onDiscard }: Props) {
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
        {...button('discard', reviews ? conflictLabels.reviewAgain : discardLabel(attended.attention), discard)}
      />
      {canRetry && <Button {...button('retry', conflictLabels.retry, onRetry)} />}
    </>
  );
}
