import type { Offer } from '#contract/offer.ts';
import { canReview, creatorName, reviewKind } from '#domain/offer-stage.ts';
import { Icon } from '#ui/icons.tsx';
import { Caption } from './Caption.tsx';
import classes from './Media.module.css';
import { PostPreview } from './PostPreview.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

/** Words for content that is still to come; null where none will. */
function pendingText({ currentStage, invalidationType }: Offer): string {
  const { type, fulfillment } = currentStage;
  if (invalidationType !== null || type === 'INVALIDATED' || type === 'REJECTED') return 'Nothing was submitted.';
  if (type === 'AWAITING_CUSTOM_CAPTION_CLEARANCE') return 'The draft will appear here once the caption is approved';
  if (fulfillment?.rejectedFulfillmentId) return 'Resubmission content/link will appear here';
  if (fulfillment?.evidenceType === 'PUBLISHED_VIDEO_URL') return 'Post Link Pending';
  return 'Submission content will appear here';
}

/** The content that the offer is about: the post once there is one, else the draft, else what is awaited. */
export function ContentPreview({ offer }: { offer: Offer }) {
  const { finalPostUrl, currentStage, socialAccount } = offer;
  const { fulfillment } = currentStage;
  const name = creatorName(offer);
  // After the decision there is nothing left to check.
  const isUndecided = canReview(offer) && offer.pendingAction === undefined;
  const isChecked = isUndecided ? fulfillment?.metadata.accountChecked : undefined;
  const post = { account: socialAccount, isChecked, label: `${name}’s post` };
  if (finalPostUrl) return <PostPreview {...post} url={finalPostUrl} />;
  if (!fulfillment?.fulfillment) {
    const awaitsLink = reviewKind(offer) === 'link';
    return (
      <>
        <div className={classes.pending}>
          <Icon name={awaitsLink ? 'external' : 'play'} size={28} />
          <p>{pendingText(offer)}</p>
        </div>
        {fulfillment?.metadata.caption && <Caption text={fulfillment.metadata.caption} />}
      </>
    );
  }
  const { evidenceType, metadata } = fulfillment;
  return (
    <>
      {evidenceType === 'PUBLISHED_VIDEO_URL' ? (
        <PostPreview {...post} url={fulfillment.fulfillment} />
      ) : (
        <VideoPlayer
          key={fulfillment.id}
          label={`${name}’s draft`}
          media={metadata}
          poster={metadata.posterUrl}
          src={fulfillment.fulfillment}
        />
      )}
      {metadata.caption && <Caption text={metadata.caption} />}
    </>
  );
}
