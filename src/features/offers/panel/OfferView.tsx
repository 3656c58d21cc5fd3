import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSyncStatus } from '../../../api/sync-status.ts';
import type { ChangeTemplateName, Offer } from '../../../contract/offer.ts';
import { canReview } from '../../../domain/offer-stage.ts';
import { exactTime } from '../../../ui/relative-time.ts';
import { OfferBadge } from '../OfferBadge.tsx';
import panel from '../OfferPanel.module.css';
import { toReviewQuery } from '../queries.ts';
import { discardDecision, retryDecision } from '../queued-decision.ts';
import { isOfferChanged, useDecision } from '../use-decision.ts';
import { AttentionActions, AttentionNotice, type Refused } from './Attention.tsx';
import { ContentPreview } from './ContentPreview.tsx';
import { Outcome } from './Outcome.tsx';
import { RequestChanges } from './RequestChanges.tsx';
import { ReviewActions } from './ReviewActions.tsx';
import { AskedBefore, TryLine } from './Tries.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface Props {
  offer: Offer;
  onShow: (offerId: string) => void;
  onClose: () => void;
}

/** One offer: what was submitted, what was asked before, and the decision. */
export function OfferView({ offer, onShow, onClose }: Props) {
  const client = useQueryClient();
  const status = useSyncStatus();
  const { decide, sending, decided, refusal, dismissRefusal } = useDecision();
  const { data: toReview = [] } = useQuery(toReviewQuery(offer.campaignId));
  const [asking, setAsking] = useState(false);
  // Kept while one looks at the content again.
  const [chosen, setChosen] = useState<ReadonlySet<ChangeTemplateName>>(new Set());
  const leftAsking = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  useKeptFocus(body);
  const [busy, setBusy] = useState(false);

  const forget = () => {
    setAsking(false);
    setChosen(new Set());
  };

  const others = toReview.filter(({ id }) => id !== offer.id);
  const parked = status?.actions.find((action) => action.offerId === offer.id && action.state === 'attention');
  const reviewable = canReview(offer) && offer.pendingAction === undefined;

  if (asking && reviewable) {
    return (
      <RequestChanges
        bodyRef={body}
        chosen={chosen}
        onBack={() => {
          leftAsking.current = true;
          setAsking(false);
        }}
        onChoose={setChosen}
        onSend={(changes) =>
          decide(
            { offer, kind: 'request-changes', changes },
            // What failed can be sent again from here; what was refused was about another submission.
            { onSuccess: forget, onError: (error) => isOfferChanged(error) && forget() },
          )
        }
        sending={sending === 'request-changes'}
      />
    );
  }

  const refused: Refused | null = parked
    ? {
        kind: parked.kind,
        changes: parked.requestedChanges ?? [],
        offerSeen: parked.offerSeen,
        offerNow: parked.attention?.offerNow ?? null,
        message: parked.attention?.message ?? '',
      }
    : refusal && { ...refusal, offerSeen: refusal.offer };
  const settle = async (work: Promise<boolean> | null) => {
    setBusy(true);
    await work;
    dismissRefusal();
    setBusy(false);
  };
  return (
    <>
      <div className={panel.body} ref={body}>
        <div className={panel.stage}>
          <OfferBadge offer={offer} />
          <time className={panel.faint} dateTime={offer.currentStage.enteredAt}>
            {exactTime(new Date(offer.currentStage.enteredAt))}
          </time>
        </div>
        {refused && <AttentionNotice refused={refused} />}
        <TryLine offer={offer} />
        <ContentPreview offer={offer} />
        <AskedBefore offer={offer} />
      </div>
      {footer()}
    </>
  );

  function footer() {
    if (refused) {
      const canRetry = parked !== undefined && parked.attention?.code !== 'offer_changed';
      return (
        <AttentionActions
          busy={busy}
          offer={refused.offerNow ?? offer}
          onDiscard={() => void settle(parked ? discardDecision(client, parked.actionId) : null)}
          onRetry={canRetry ? () => void settle(retryDecision(client, parked.actionId)) : null}
        />
      );
    }
    if (!reviewable) {
      return (
        <Outcome
          decided={decided}
          left={others.length}
          offer={offer}
          onClose={onClose}
          onNext={() => {
            const [next] = others;
            if (next) onShow(next.id);
          }}
        />
      );
    }
    return (
      <ReviewActions
        approving={sending === 'approve'}
        offer={offer}
        onApprove={() => decide({ offer, kind: 'approve', changes: [] })}
        onRequestChanges={() => setAsking(true)}
        returned={leftAsking.current}
      />
    );
  }
}
