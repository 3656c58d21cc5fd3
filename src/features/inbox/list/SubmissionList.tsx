import { useEffect, useRef, useState } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import classes from '../InboxScreen.module.css';
import { SubmissionRow } from './SubmissionRow.tsx';

/** Rows rendered at a time; scrolling renders the rest. */
const step = 40;

interface Props {
  offers: readonly Offer[];
  current: string | undefined;
  titleOf: (campaignId: string) => string;
  onOpen: (offerId: string) => void;
}

/** The inbox's submissions, longest waiting first. */
export function SubmissionList({ offers, current, titleOf, onOpen }: Props) {
  const [shown, setShown] = useState(step);
  const end = useRef<HTMLLIElement>(null);
  const place = offers.findIndex(({ id }) => id === current);
  const count = Math.max(shown, place + 1);
  const isMore = count < offers.length;
  useEffect(() => {
    if (!isMore || end.current === null) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setShown(count + step);
      },
      { rootMargin: '600px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isMore, count]);
  return (
    <ul aria-label="Submissions to review" className={classes.list}>
      {offers.slice(0, count).map((offer) => (
        <li key={offer.id}>
          <SubmissionRow
            campaign={titleOf(offer.campaignId)}
            isCurrent={offer.id === current}
            offer={offer}
            onOpen={onOpen}
          />
        </li>
      ))}
      {isMore && <li aria-hidden ref={end} />}
    </ul>
  );
}
