import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { Offer } from '#contract/offer.ts';
import { attendedOf } from '#domain/attention-words.ts';
import { offerIn } from '#domain/brand-record.ts';
import { canReview } from '#domain/offer-stage.ts';
import { OfferBadge, toReviewQuery } from '#features/offers/public.ts';
import { AttendedButtons, orderOfQueue, useParkedOn } from '#features/queue/public.ts';
import { exactTime } from '#ui/relative-time.ts';
import { ConflictView } from './conflict/ConflictView.tsx';
import { Outcome } from './decision/Outcome.tsx';
import { RequestChanges } from './decision/RequestChanges.tsx';
import { ReviewActions } from './decision/ReviewActions.tsx';
import { useChecklist } from './decision/use-checklist.ts';
import { isOfferChanged, useDecision } from './decision/use-decision.ts';
import { Timeline } from './history/Timeline.tsx';
import { AskedBefore, TryLine } from './history/Tries.tsx';
import { NewSubmission } from './NewSubmission.tsx';
import panel from './Review.module.css';
import { submissionOf, useShownOffer } from './shown-offer.ts';
import { ContentPreview } from './submission/ContentPreview.tsx';
import { Original } from './submission/Original.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface Props {
  /** The newest that is known of it. */
  offer: Offer;
  /** Shows another offer, which may belong to another campaign. */
  onShow: (offer: Offer) => void;
  onClose: () => void;
  afterDecision?: ReactNode;
}

/** One offer: what was submitted, what was asked before, and the decision. */
export function Review({ offer: latest, onShow, onClose, afterDecision }: Props) {
  const { shown: offer, hasNew, showNew } = useShownOffer(latest);
  const client = useQueryClient();
  const { decide, sending, decided, refusal, dismissRefusal } = useDecision();
  const { data: toReview } = useQuery(toReviewQuery());
  const checklist = useChecklist(offer.id, submissionOf(offer));
  const leftAsking = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  useKeptFocus(body);

  const show = () => {
    showNew();
    // From its beginning: one may have scrolled through the other.
    if (body.current) body.current.scrollTop = 0;
  };

  const others = toReview?.filter(({ id }) => id !== offer.id);
  // The campaign that is open comes first.
  const next = others?.find(({ campaignId }) => campaignId === offer.campaignId) ?? others?.[0];
  const parked = useParkedOn({ type: 'offer', id: offer.id });
  const reviewable = canReview(offer) && offer.pendingAction === undefined;

  if (checklist.isOpen && reviewable && !hasNew) {
    return (
      <RequestChanges
        bodyRef={body}
        chosen={checklist.chosen}
        fulfillment={offer.currentStage.fulfillment}
        notes={checklist.notes}
        onBack={() => {
          leftAsking.current = true;
          checklist.close();
        }}
        onChoose={checklist.choose}
        onNote={checklist.note}
        onSend={(changes) =>
          decide(
            { offer, kind: 'request-changes', changes },
            // A failed decision can be sent again from here; a refused one was about another submission.
            { onSuccess: checklist.finish, onError: (error) => isOfferChanged(error) && checklist.close() },
          )
        }
        sending={sending === 'request-changes'}
      />
    );
  }

  const refused = (parked && offerIn(parked.seen) ? attendedOf(parked) : null) ?? refusal;
  const settle = async (type: 'retry' | 'discard') => {
    if (parked) await orderOfQueue(client, type, parked);
    dismissRefusal();
    if (type === 'discard') show();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard */}
      <section aria-label="Submission" className={panel.body} ref={body} tabIndex={0}>
        <div className={panel.stage}>
          <OfferBadge offer={offer} />
          <time className={panel.faint} dateTime={offer.currentStage.enteredAt}>
            {exactTime(new Date(offer.currentStage.enteredAt))}
          </time>
        </div>
        {refused && <ConflictView announced attended={refused} />}
        <TryLine offer={offer} />
        <ContentPreview offer={offer} />
        {offer.original && <Original offerId={offer.id} original={offer.original} />}
        <AskedBefore offer={offer} />
        <Timeline offer={offer} />
      </section>
      {footer()}
    </>
  );

  function footer() {
    if (refused) {
      return (
        <footer className={panel.actions} data-no-toasts>
          <div className={panel.buttons}>
            <AttendedButtons
              attended={refused}
              offer={offerIn(refused.attention.now) ?? offer}
              onDiscard={() => settle('discard')}
              onRetry={() => settle('retry')}
            />
          </div>
        </footer>
      );
    }
    if (hasNew && offer.pendingAction === undefined) {
      return <NewSubmission hadTicked={checklist.chosen.size > 0} onShow={show} />;
    }
    if (!reviewable) {
      return (
        <Outcome
          after={afterDecision}
          decided={decided}
          left={others?.length ?? null}
          offer={offer}
          onClose={onClose}
          onNext={() => next && onShow(next)}
        />
      );
    }
    return (
      <ReviewActions
        approving={sending === 'approve'}
        key={submissionOf(offer)}
        offer={offer}
        onApprove={() => decide({ offer, kind: 'approve', changes: [] })}
        onRequestChanges={checklist.open}
        returned={leftAsking.current}
      />
    );
  }
}
