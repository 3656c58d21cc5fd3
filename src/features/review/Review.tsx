import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { attendedOf } from '#app/intents/attention-words.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { canReview, reviewKind } from '#domain/offers/offer-stage.ts';
import { videoTime } from '#domain/review/video-time.ts';
import { toReviewQuery } from '#features/offers/public.ts';
import { AttendedButtons, orderOfQueue, useParkedOn } from '#features/queue/public.ts';
import { PartsBar } from './beside/PartsBar.tsx';
import { SubmissionParts } from './beside/SubmissionParts.tsx';
import { useChecks } from './beside/use-checks.ts';
import { useParts } from './beside/use-parts.ts';
import { marksOf, marksOfRequest } from './decision/marks-of.ts';
import { Outcome } from './decision/Outcome.tsx';
import { RequestChanges } from './decision/RequestChanges.tsx';
import { ReviewActions } from './decision/ReviewActions.tsx';
import { TakeBack } from './decision/TakeBack.tsx';
import { useChecklist } from './decision/use-checklist.ts';
import { isOfferChanged, useDecision } from './decision/use-decision.ts';
import { useRequest } from './decision/use-request.ts';
import { Timeline } from './history/Timeline.tsx';
import { AskedBefore } from './history/Tries.tsx';
import { NewSubmission } from './NewSubmission.tsx';
import panel from './Review.module.css';
import { ReviewTop } from './ReviewTop.tsx';
import { submissionOf, useShownOffer } from './shown-offer.ts';
import { ContentPreview } from './submission/ContentPreview.tsx';
import { Original } from './submission/Original.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShownVersion } from './versions/use-shown-version.ts';
import { BackToCurrent, VersionRemarks } from './versions/VersionNotes.tsx';

interface Props {
  /** The latest known state of the offer. */
  offer: Offer;
  /** Shows another offer, possibly of another campaign. */
  onShow: (offer: Offer) => void;
  onClose: () => void;
  afterDecision?: ReactNode;
  /** Called once a decision was sent or queued; this screen then moves to the next submission itself. */
  onDecided?: () => void;
  /** Shown above the decision buttons. */
  notice?: ReactNode;
}

/** Review of one offer: the submission, earlier requests, and the decision. */
export function Review({ offer: latest, onShow, onClose, afterDecision, onDecided, notice }: Props) {
  const { shown: offer, hasNew, showNew } = useShownOffer(latest);
  const client = useQueryClient();
  const { decide, sending, decided, refusal, dismissRefusal } = useDecision(onDecided);
  const { data: toReview } = useQuery(toReviewQuery());
  const checklist = useChecklist(offer.id, submissionOf(offer));
  const form = useRequest(checklist, offer.currentStage.fulfillment);
  const [added, setAdded] = useState<string | null>(null);
  const leftAsking = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  useKeptFocus(body);

  const show = () => {
    showNew();
    // Scroll to the top, since the user may have scrolled through the previous submission.
    if (body.current) body.current.scrollTop = 0;
  };

  const others = toReview?.filter(({ id }) => id !== offer.id);
  // Prefer the open campaign.
  const next = others?.find(({ campaignId }) => campaignId === offer.campaignId) ?? others?.[0];
  const parked = useParkedOn({ type: 'offer', id: offer.id });
  const reviewable = canReview(offer) && offer.pendingAction === undefined;

  const isAsking = checklist.isOpen && reviewable && !hasNew;
  const versionShown = useShownVersion(offer);
  const { showCurrent, atTime } = versionShown;
  const version = isAsking ? null : versionShown.shown;
  const content = version?.earlier ?? offer.currentStage.fulfillment;
  const checks = useChecks(offer, version === null && offer.finalPostUrl !== null ? null : content);
  const isLink = content?.evidenceType === 'PUBLISHED_VIDEO_URL';
  const { open, setOpen, ids } = useParts();

  const refused = (parked && offerIn(parked.seen) ? attendedOf(parked) : null) ?? refusal;
  const sendRequest = () => {
    const changes = form.ready();
    if (changes === null) return;
    decide(
      { offer, kind: 'request-changes', changes },
      // A failed decision can be resent from here; a refused one was about another submission.
      { onSuccess: checklist.finish, onError: (error) => isOfferChanged(error) && checklist.close() },
    );
  };
  const settle = async (type: 'retry' | 'discard') => {
    if (parked) await orderOfQueue(client, type, parked);
    dismissRefusal();
    if (type === 'discard') show();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard */}
      <section aria-label="Submission" className={panel.body} ref={body} tabIndex={0}>
        <div className={panel.columns}>
          {!isAsking && <ReviewTop offer={offer} refused={refused} version={versionShown} />}
          <div className={panel.media}>
            {/* Rendered in the same place in both views, so that a video keeps playing while the user writes. */}
            <ContentPreview
              above={!isAsking && <PartsBar checks={isLink ? [] : checks} ids={ids} onOpen={setOpen} open={open} />}
              isSmall={isAsking || open !== null}
              marks={isAsking ? marksOf(form.remarks) : marksOfRequest(version?.requested)}
              offer={offer}
              onTapTime={isAsking ? (seconds) => setAdded(checklist.addRemark(null, videoTime(seconds))) : undefined}
              version={version}
            />
          </div>
          <div className={panel.side}>
            {isAsking ? (
              <RequestChanges
                added={added}
                checklist={checklist}
                form={form}
                onBack={() => {
                  leftAsking.current = true;
                  checklist.close();
                }}
              />
            ) : (
              <>
                {version && <VersionRemarks onTime={atTime(version.attempt)} version={version} />}
                <SubmissionParts
                  caption={content?.metadata.caption}
                  checks={checks}
                  ids={ids}
                  isLink={isLink}
                  offer={offer}
                  onOpen={setOpen}
                  open={open}
                />
                {offer.original && <Original offerId={offer.id} original={offer.original} />}
                {version === null && <AskedBefore atTime={atTime} offer={offer} />}
                <Timeline offer={offer} />
              </>
            )}
          </div>
        </div>
      </section>
      {notice}
      {footer()}
    </>
  );

  function footer() {
    if (isAsking) {
      return (
        <footer className={panel.actions} data-no-toasts>
          <Button
            aria-keyshortcuts="Enter"
            disabled={form.count === 0}
            fullWidth
            loading={sending === 'request-changes'}
            onClick={sendRequest}
          >
            Request changes ({form.count})
          </Button>
        </footer>
      );
    }
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
      return <NewSubmission hasTicked={checklist.chosen.size > 0} onShow={show} />;
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
          quieter={
            offer.canTakeBack &&
            offer.pendingAction === undefined && (
              <TakeBack
                key={submissionOf(offer)}
                offer={offer}
                onTakeBack={() => decide({ offer, kind: 'take-back', changes: [] })}
                sending={sending === 'take-back'}
              />
            )
          }
        />
      );
    }
    if (version?.kind === (reviewKind(offer) === 'link' ? 'post' : 'draft'))
      return <BackToCurrent onBack={showCurrent} />;
    return (
      <ReviewActions
        approving={sending === 'approve'}
        key={submissionOf(offer)}
        offer={offer}
        onApprove={() => decide({ offer, kind: 'approve', changes: [] })}
        onRequestChanges={() => {
          setAdded(null);
          showCurrent();
          checklist.open();
          if (body.current) body.current.scrollTop = 0;
        }}
        returned={leftAsking.current}
      />
    );
  }
}
