import { useQuery } from '@tanstack/react-query';
import type { Offer } from '#contract/brand/offer.ts';
import { attemptLabel } from '#domain/review/tries.ts';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { changeTemplatesQuery } from '../queries.ts';
import { RequestedChanges } from './RequestedChanges.tsx';
import classes from './Tries.module.css';

/** Number of the version, and when it was submitted. */
export function AttemptLine({ offer: { review } }: { offer: Offer }) {
  if (review === undefined || review.attempt === 0) return null;
  return (
    <p className={classes.line}>
      {attemptLabel(review, review.attempt)}
      {review.submittedAt && (
        <>
          {' · submitted '}
          <TimeButton at={review.submittedAt} />
        </>
      )}
    </p>
  );
}

interface AskedProps {
  offer: Offer;
  /** Returns a function that seeks that version's video; undefined if the video can't be shown. */
  atTime: (attempt: number) => ((seconds: number) => void) | undefined;
}

/** Earlier requests for changes, newest first. */
export function EarlierRequests({ offer: { review }, atTime }: AskedProps) {
  const requests = review?.changeRequests ?? [];
  const { data: templates = [] } = useQuery({ ...changeTemplatesQuery(), enabled: requests.length > 0 });
  if (review === undefined || requests.length === 0) return null;
  return (
    <section aria-labelledby="asked-title" className={classes.asked}>
      <h3 id="asked-title">Changes you requested</h3>
      <ol>
        {requests
          .toSorted((a, b) => b.attempt - a.attempt)
          .map(({ attempt, requestedAt, templateNames, notes }) => (
            <li key={attempt}>
              <span className={classes.line}>
                {attemptLabel(review, attempt)}, <TimeButton at={requestedAt} />
              </span>
              <RequestedChanges names={templateNames} notes={notes} onTime={atTime(attempt)} templates={templates} />
            </li>
          ))}
      </ol>
    </section>
  );
}
