import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Offer } from '#contract/offer.ts';
import { type QueuedAction, unreadable } from '#contract/sync-status.ts';
import { attentionWords } from '#domain/attention-words.ts';
import { offerIn } from '#domain/brand-record.ts';
import { changeTitle } from '#domain/change-templates.ts';
import { offerBadge } from '#domain/offer-stage.ts';
import { changeTemplatesQuery } from '#features/offers/queries.ts';
import { Icon } from '#ui/icons.tsx';
import { Picture } from '#ui/Picture.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { intentLabel } from './intent-label.ts';
import classes from './QueueDrawer.module.css';

function Side({ title, offer, children }: { title: string; offer: Offer; children: ReactNode }) {
  const { fulfillment, enteredAt } = offer.currentStage;
  const poster = fulfillment?.metadata.posterUrl;
  return (
    <div className={classes.side}>
      <p className={classes.sideTitle}>{title}</p>
      {poster && <Picture alt="" className={classes.poster} height={72} loading="lazy" src={poster} width={40} />}
      <div className={classes.sideText}>
        {children}
        <span className={classes.faint}>
          {offer.review && offer.review.attempt > 0 ? `Try ${offer.review.attempt}, ` : ''}
          <RelativeTime at={enteredAt} />
        </span>
        {fulfillment?.metadata.caption && <span className={classes.caption}>{fulfillment.metadata.caption}</span>}
      </div>
    </div>
  );
}

/** The decision, its submission, and the offer as it is now: so that a person can judge again. */
export function BothSides({ action, onLeave }: { action: QueuedAction; onLeave: () => void }) {
  const { attention } = action;
  const { data: templates = [] } = useQuery({
    ...changeTemplatesQuery(),
    enabled: action.kind === 'request-changes',
  });
  if (attention === null) return null;
  const now = offerIn(attention.now);
  const offerSeen = offerIn(action.seen);
  const requestedChanges = action.kind === 'request-changes' ? action.payload.requestedChanges : [];
  const shown = now ?? offerSeen;
  const { title, text } = attentionWords({ kind: action.kind, attention, now: attention.now });
  return (
    <div className={classes.sides}>
      {(attention.certainty === 'unknown' || offerSeen === null) && action.kind !== unreadable && (
        <p className={classes.reason}>{title}</p>
      )}
      <p className={classes.reason}>{text}</p>
      {offerSeen && (
        <Side offer={offerSeen} title="You decided">
          <span>{intentLabel(action)}</span>
          {requestedChanges.map(({ templateName }) => (
            <span className={classes.faint} key={templateName}>
              {changeTitle(templateName, templates)}
            </span>
          ))}
        </Side>
      )}
      {now && (
        <Side offer={now} title="There now">
          <span>{offerBadge(now).label}</span>
        </Side>
      )}
      {shown && (
        <Link
          className={classes.open}
          onClick={onLeave}
          params={{ campaignId: shown.campaignId }}
          search={{ offerId: shown.id }}
          to="/dashboard/campaigns/$campaignId"
        >
          Open offer
          <Icon name="next" size={16} />
        </Link>
      )}
    </div>
  );
}
