import { memo } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { creatorName, reviewKind } from '#domain/offers/offer-stage.ts';
import { waitingSince } from '#domain/review/review-inbox.ts';
import { attemptLabel } from '#domain/review/tries.ts';
import { Handle } from '#features/offers/public.ts';
import { KeptDraftNote, ReviewDue } from '#features/review/public.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Picture } from '#ui/media/Picture.tsx';
import { RelativeTime } from '#ui/text/RelativeTime.tsx';
import classes from './SubmissionRow.module.css';

interface Props {
  offer: Offer;
  campaign: string;
  isCurrent: boolean;
  onOpen: (offerId: string) => void;
}

/** A submission in the inbox, as one large button. */
export const SubmissionRow = memo(function SubmissionRow({ offer, campaign, isCurrent, onOpen }: Props) {
  const { metadata } = offer.currentStage.fulfillment ?? {};
  const kind = reviewKind(offer);
  const version = offer.review && attemptLabel(offer.review, offer.review.attempt);
  return (
    <button
      aria-current={isCurrent || undefined}
      className={classes.row}
      data-offer={offer.id}
      onClick={() => onOpen(offer.id)}
      type="button"
    >
      <span className={classes.still}>
        {metadata?.posterUrl ? (
          <Picture alt="" className={classes.poster} height={64} loading="lazy" src={metadata.posterUrl} width={48} />
        ) : (
          <Icon name={kind === 'link' ? 'external' : 'play'} size={20} />
        )}
      </span>
      <span className={classes.body}>
        <span className={classes.line}>
          <span className={classes.name}>{creatorName(offer)}</span>
          <span className={classes.age}>
            <RelativeTime at={waitingSince(offer)} />
          </span>
        </span>
        <span className={classes.campaign}>{campaign}</span>
        <span className={classes.facts}>
          <Handle account={offer.socialAccount} />
          <span>
            {kind === 'link' ? 'Post link' : 'Draft'}
            {version && ` · ${version}`}
          </span>
          <KeptDraftNote offer={offer} />
        </span>
        <ReviewDue brief offer={offer} />
      </span>
    </button>
  );
});
