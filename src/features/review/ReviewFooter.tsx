import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ActionNeedingAttention } from '#app/intents/attention-text.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { reviewKind } from '#domain/offers/offer-stage.ts';
import { AttentionButtons } from '#features/queue/public.ts';
import { Outcome } from './decision/Outcome.tsx';
import { ReviewActions } from './decision/ReviewActions.tsx';
import { TakeBack } from './decision/TakeBack.tsx';
import { NewSubmission } from './NewSubmission.tsx';
import panel from './Review.module.css';
import { submissionOf } from './shown-offer.ts';
import type { OpenReview } from './use-review.ts';
import { BackToCurrent } from './versions/VersionNotes.tsx';

interface Props {
  review: OpenReview;
  onShow: (offer: Offer) => void;
  onClose: () => void;
  afterDecision: ReactNode;
}

/** The decision buttons, or their replacement while the visible submission can't be decided on. */
export function ReviewFooter({ review, onShow, onClose, afterDecision }: Props) {
  const { offer, version, versions, asking, sending, refused } = review;
  if (review.isAsking) return <SendRequest asking={asking} isSending={sending === 'request-changes'} />;
  if (refused) return <SettleRefused offer={offer} onSettle={review.settle} refused={refused} />;
  if (review.hasNew && offer.pendingAction === undefined) {
    return <NewSubmission hasTicked={asking.checklist.chosen.size > 0} onShow={review.showNewest} />;
  }
  if (!review.isReviewable) {
    const { decided, others, next } = review;
    return (
      <Outcome
        after={afterDecision}
        decided={decided}
        left={others?.length ?? null}
        offer={offer}
        onClose={onClose}
        onNext={() => next && onShow(next)}
        quieter={
          offer.canTakeBack &&
          offer.pendingAction === undefined && (
            <TakeBack
              key={submissionOf(offer)}
              offer={offer}
              onTakeBack={() => review.decide('take-back')}
              sending={sending === 'take-back'}
            />
          )
        }
      />
    );
  }
  if (version?.kind === (reviewKind(offer) === 'link' ? 'post' : 'draft'))
    return <BackToCurrent onBack={versions.showCurrent} />;
  return (
    <ReviewActions
      approving={sending === 'approve'}
      key={submissionOf(offer)}
      offer={offer}
      onApprove={() => review.decide('approve')}
      onRequestChanges={review.ask}
      returned={asking.wasLeft.current}
    />
  );
}

function SendRequest({ asking, isSending }: { asking: OpenReview['asking']; isSending: boolean }) {
  const { count } = asking.form;
  return (
    <footer className={panel.actions} data-no-toasts>
      <Button aria-keyshortcuts="Enter" disabled={count === 0} fullWidth loading={isSending} onClick={asking.send}>
        Request changes ({count})
      </Button>
    </footer>
  );
}

interface SettleProps {
  offer: Offer;
  refused: ActionNeedingAttention;
  onSettle: OpenReview['settle'];
}

function SettleRefused({ offer, refused, onSettle }: SettleProps) {
  return (
    <footer className={panel.actions} data-no-toasts>
      <div className={panel.buttons}>
        <AttentionButtons
          attended={refused}
          offer={offerIn(refused.attention.now) ?? offer}
          onDiscard={() => onSettle('discard')}
          onRetry={() => onSettle('retry')}
        />
      </div>
    </footer>
  );
}
