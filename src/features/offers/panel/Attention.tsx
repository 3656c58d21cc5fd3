import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Offer, RequestedChange } from '#contract/offer.ts';
import type { Attention } from '#contract/sync-status.ts';
import { attentionWords } from '#domain/attention-words.ts';
import { changeTitle } from '#domain/change-templates.ts';
import { canReview, offerBadge, reviewKind } from '#domain/offer-stage.ts';
import { Icon } from '#ui/icons.tsx';
import { Picture } from '#ui/Picture.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import panel from '../OfferPanel.module.css';
import { changeTemplatesQuery } from '../queries.ts';
import type { DecisionKind } from '../use-decision.ts';
import classes from './Attention.module.css';

/** A decision that could not be done, or of which nobody knows, from the queue or from just now. */
export interface Refused {
  kind: DecisionKind;
  changes: readonly RequestedChange[];
  offerSeen: Offer;
  /** The offer as it is now, where the server told. */
  offerNow: Offer | null;
  message: string;
  certainty: Attention['certainty'];
}

function Side({ title, offer, children }: { title: string; offer: Offer; children: ReactNode }) {
  const { fulfillment, enteredAt } = offer.currentStage;
  const poster = fulfillment?.metadata.posterUrl;
  return (
    <li className={classes.side}>
      {poster && <Picture alt="" className={classes.poster} height={72} loading="lazy" src={poster} width={40} />}
      <div>
        <h4 className={classes.sideTitle}>{title}</h4>
        {children}
        <p className={classes.faint}>
          {offer.review && offer.review.attempt > 0 ? `Try ${offer.review.attempt}, ` : ''}
          <RelativeTime at={offer.review?.submittedAt ?? enteredAt} />
        </p>
      </div>
    </li>
  );
}

/** The decision beside the offer as it is now. */
export function AttentionNotice({ refused }: { refused: Refused }) {
  const { kind, changes, offerSeen, offerNow } = refused;
  const { data: templates = [] } = useQuery({ ...changeTemplatesQuery(), enabled: changes.length > 0 });
  const { title, text } = attentionWords({
    kind,
    attention: refused,
    now: offerNow && { type: 'offer', value: offerNow },
  });
  return (
    <section aria-labelledby="attention-title" className={classes.notice} role="alert">
      <h3 className={classes.title} id="attention-title">
        <Icon name="alert" />
        {title}
      </h3>
      <p>{text}</p>
      <ul className={classes.sides}>
        <Side offer={offerSeen} title="You decided">
          <p>{kind === 'approve' ? `Approve ${reviewKind(offerSeen)}` : 'Request changes'}</p>
          {changes.length > 0 && (
            <p className={classes.faint}>
              {changes.map(({ templateName }) => changeTitle(templateName, templates)).join(', ')}
            </p>
          )}
        </Side>
        {offerNow && (
          <Side offer={offerNow} title="There now">
            <p>{offerBadge(offerNow).label}</p>
          </Side>
        )}
      </ul>
    </section>
  );
}

interface ActionsProps {
  offer: Offer;
  busy: boolean;
  certainty: Attention['certainty'];
  /** Null where sending the same again can't help: the content has changed. */
  onRetry: (() => void) | null;
  onDiscard: () => void;
}

/** The ways on: look at what is there now, send again where that can help, or let the decision go. */
export function AttentionActions({ offer, busy, certainty, onRetry, onDiscard }: ActionsProps) {
  // Nothing is given up where it may have arrived: it is only not told of any more.
  const discard = certainty === 'unknown' ? 'Dismiss' : 'Discard';
  const reviewable = canReview(offer);
  return (
    <footer className={panel.actions}>
      <div className={panel.buttons}>
        {onRetry ? (
          <>
            <Button disabled={busy} onClick={onDiscard} variant="default">
              {discard}
            </Button>
            <Button loading={busy} onClick={onRetry}>
              Try again
            </Button>
          </>
        ) : (
          <Button loading={busy} onClick={onDiscard} variant={reviewable ? 'filled' : 'default'}>
            {reviewable ? 'Review again' : discard}
          </Button>
        )}
      </div>
    </footer>
  );
}
