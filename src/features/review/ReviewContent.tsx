import { PartsBar } from './beside/PartsBar.tsx';
import { SubmissionParts } from './beside/SubmissionParts.tsx';
import { useChecks } from './beside/use-checks.ts';
import { useParts } from './beside/use-parts.ts';
import { marksOf, marksOfRequest } from './decision/marks-of.ts';
import { RequestChanges } from './decision/RequestChanges.tsx';
import { Timeline } from './history/Timeline.tsx';
import { EarlierRequests } from './history/Tries.tsx';
import panel from './Review.module.css';
import { ReviewTop } from './ReviewTop.tsx';
import { ContentPreview } from './submission/ContentPreview.tsx';
import { Original } from './submission/Original.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';
import type { OpenReview } from './use-review.ts';
import { VersionRemarks } from './versions/VersionNotes.tsx';

/** The visible submission, beside the changes to request or the details that help with the decision. */
export function ReviewContent({ review }: { review: OpenReview }) {
  const { offer, body, version, versions, asking, isAsking, refused } = review;
  const { form, checklist } = asking;
  useFocusAfterRemoval(body);
  const content = version?.earlier ?? offer.currentStage.fulfillment;
  const checks = useChecks(offer, version === null && offer.finalPostUrl !== null ? null : content);
  const isLink = content?.evidenceType === 'PUBLISHED_VIDEO_URL';
  const { open, setOpen, ids } = useParts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard
    <section aria-label="Submission" className={panel.body} ref={body} tabIndex={0}>
      <div className={panel.columns}>
        {!isAsking && <ReviewTop offer={offer} refused={refused} version={versions} />}
        <div className={panel.media}>
          {/* Rendered in the same place in both views, so that a video keeps playing while the user writes. */}
          <ContentPreview
            above={!isAsking && <PartsBar checks={isLink ? [] : checks} ids={ids} onOpen={setOpen} open={open} />}
            isSmall={isAsking || open !== null}
            marks={isAsking ? marksOf(form.remarks) : marksOfRequest(version?.requested)}
            offer={offer}
            onTapTime={isAsking ? asking.addAt : undefined}
            version={version}
          />
        </div>
        <div className={panel.side}>
          {isAsking ? (
            <RequestChanges added={asking.added} checklist={checklist} form={form} onBack={asking.leave} />
          ) : (
            <>
              {version && <VersionRemarks onTime={versions.atTime(version.attempt)} version={version} />}
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
              {version === null && <EarlierRequests atTime={versions.atTime} offer={offer} />}
              <Timeline offer={offer} />
            </>
          )}
        </div>
      </div>
    </section>
  );
}
