import type { ReactNode } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { ReviewContent } from './ReviewContent.tsx';
import { ReviewFooter } from './ReviewFooter.tsx';
import { useReview } from './use-review.ts';

interface Props {
  /** The latest known state of the offer. */
  offer: Offer;
  /** Shows another offer, possibly of another campaign. */
  onShow: (offer: Offer) => void;
  onClose: () => void;
  afterDecision?: ReactNode;
  /** Called once a decision was sent or queued. The caller then shows the next submission. */
  onDecided?: () => void;
  /** Shown above the decision buttons. */
  notice?: ReactNode;
}

/** Review of one offer: the submission, earlier requests, and the decision. */
export function Review({ offer, onShow, onClose, afterDecision, onDecided, notice }: Props) {
  const review = useReview(offer, onDecided);
  return (
    <>
      <ReviewContent review={review} />
      {notice}
      <ReviewFooter afterDecision={afterDecision} onClose={onClose} onShow={onShow} review={review} />
    </>
  );
}
