import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { isUnknownRecord } from '#api/meaning.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { creatorName } from '#domain/offers/offer-stage.ts';
import { newerOffer, offerQuery } from '#features/offers/public.ts';
import { Review, ReviewSkeleton } from '#features/review/public.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import { Failure, NotStoredYet } from '#ui/states/States.tsx';
import { useCampaignTitles } from './list/use-campaign-titles.ts';
import classes from './Submission.module.css';
import type { Run } from './use-run.ts';

const none: readonly string[] = [];

interface Props {
  offerId: string;
  /** The offer as listed in the inbox, shown until its own query has loaded. */
  listed: Offer | undefined;
  run: Run;
  /** Wraps the creator's name, since a dialog has its own title element. */
  title: (name: ReactNode) => ReactNode;
  /** Undefined beside the list, where the submission can't be closed. */
  onClose?: (() => void) | undefined;
  onShow: (offerId: string) => void;
  onDecided: (offerId: string) => void;
  /** Notice of the most recent decision. */
  notice: ReactNode;
}

/** One submission of the inbox, with the decision buttons within thumb's reach. */
export function Submission(props: Props) {
  const { offerId, listed, run, title, onClose, onShow, onDecided, notice } = props;
  const read = useQuery(offerQuery(offerId));
  const { data, error } = read;
  const offer = isUnknownRecord(error) ? data : newerOffer(data, listed);
  // The campaign may have nothing left to review, so load its title separately.
  const titleOf = useCampaignTitles(offer ? [offer.campaignId] : none);
  const place = run.placeOf(offerId);
  const [previous, next] = [run.neighbour(offerId, -1), run.neighbour(offerId, 1)];
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    // Deciding on the previous submission removed the focused button. Move the focus so that screen readers continue at
    // the creator's name.
    if (document.activeElement === document.body) head.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <header className={classes.header} ref={head} tabIndex={-1}>
        {onClose && <CloseButton aria-label="Close submission" iconSize={22} onClick={onClose} size={44} />}
        <div className={classes.who}>
          {title(offer ? creatorName(offer) : 'Submission')}
          {offer && (
            <span className={classes.facts}>
              <PlatformIcon platform={offer.socialAccount.platform} size={14} />
              <Link
                className={classes.campaign}
                params={{ campaignId: offer.campaignId }}
                to="/dashboard/campaigns/$campaignId"
              >
                {titleOf(offer.campaignId)}
              </Link>
            </span>
          )}
        </div>
        <IconButton
          disabled={previous === null}
          icon={<Icon name="back" />}
          label="Previous submission"
          onClick={() => previous && onShow(previous)}
        />
        {place > 0 && (
          <span className={classes.place}>
            {place} of {run.total}
          </span>
        )}
        <IconButton
          disabled={next === null}
          icon={<Icon name="next" />}
          label="Next submission"
          onClick={() => next && onShow(next)}
        />
      </header>
      {place > 0 && <progress aria-hidden className={classes.progress} max={run.total} value={place} />}
      {content()}
    </>
  );

  function content() {
    if (offer) {
      return (
        <Review
          notice={notice}
          offer={offer}
          onClose={() => onClose?.()}
          onDecided={() => onDecided(offer.id)}
          onShow={({ id }) => onShow(id)}
        />
      );
    }
    if (error === null) return <ReviewSkeleton />;
    if (isUnknownRecord(error)) return <Failure title="Submission not found" />;
    const failure = readFailureOf(read);
    return failure.notStored ? <NotStoredYet /> : <Failure {...failure} title="Couldn’t load this submission" />;
  }
}
