import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import {
  type ActionNeedingAttention,
  attentionText,
  conflictLabels,
  conflictSideLabels,
  intentLabel,
} from '#app/intents/attention-text.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { changeNotes, templateNamesOf } from '#domain/offers/change-templates.ts';
import { offerBadge } from '#domain/offers/offer-stage.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Picture } from '#ui/media/Picture.tsx';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { RequestedChanges } from '../history/RequestedChanges.tsx';
import { changeTemplatesQuery } from '../queries.ts';
import classes from './ConflictView.module.css';

function Side({ title, offer, children }: { title: string; offer: Offer; children: ReactNode }) {
  const { metadata } = offer.currentStage.fulfillment ?? {};
  const { tried, at } = conflictSideLabels(offer);
  return (
    <li className={classes.side}>
      {metadata?.posterUrl && (
        <Picture alt="" className={classes.poster} height={72} loading="lazy" src={metadata.posterUrl} width={40} />
      )}
      <div>
        <h4 className={classes.sideTitle}>{title}</h4>
        {children}
        <p className={classes.faint}>
          {tried !== null && `${tried}, `}
          <TimeButton at={at} />
        </p>
        {metadata?.caption && <p className={classes.caption}>{metadata.caption}</p>}
      </div>
    </li>
  );
}

/**
 * The decision beside the offer's current state, so that the user can decide again. Screen readers announce a single
 * conflict, but not each one in a list.
 */
export function ConflictView({ attended, announced }: { attended: ActionNeedingAttention; announced: boolean }) {
  const { seen, attention } = attended;
  const titleId = useId();
  const changes = attended.kind === 'request-changes' ? attended.payload.requestedChanges : [];
  const { data: templates = [] } = useQuery({ ...changeTemplatesQuery(), enabled: changes.length > 0 });
  const offerSeen = offerIn(seen);
  const offerNow = offerIn(attention.now);
  const { title, text } = attentionText(attended);
  return (
    <section aria-labelledby={titleId} className={classes.notice} role={announced ? 'alert' : undefined}>
      <h3 className={classes.title} id={titleId}>
        <Icon name="alert" />
        {title}
      </h3>
      <p>{text}</p>
      {(offerSeen ?? offerNow) && (
        <ul className={classes.sides}>
          {offerSeen && (
            <Side offer={offerSeen} title={conflictLabels.decided}>
              <p>{intentLabel(attended)}</p>
              {changes.length > 0 && (
                <p className={classes.faint}>
                  <RequestedChanges
                    names={templateNamesOf(changes)}
                    notes={changeNotes(changes)}
                    templates={templates}
                  />
                </p>
              )}
            </Side>
          )}
          {offerNow && (
            <Side offer={offerNow} title={conflictLabels.now}>
              <p>{offerBadge(offerNow).label}</p>
            </Side>
          )}
        </ul>
      )}
    </section>
  );
}
