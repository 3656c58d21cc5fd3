import type { ChangeTemplateName, Offer } from '../../../contract/offer.ts';
import { changeTemplates } from '../../../domain/change-templates.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import classes from './Tries.module.css';

const titleOf = (name: ChangeTemplateName) => changeTemplates.find((template) => template.name === name)?.title ?? name;

/** Which try this is, and when it came. */
export function TryLine({ offer: { review } }: { offer: Offer }) {
  if (review === undefined || review.attempt === 0) return null;
  return (
    <p className={classes.line}>
      Try {review.attempt}
      {review.submittedAt && (
        <>
          {' · submitted '}
          <RelativeTime at={review.submittedAt} />
        </>
      )}
    </p>
  );
}

/** Earlier requests for changes, newest first. */
export function AskedBefore({ offer: { review } }: { offer: Offer }) {
  const requests = review?.changeRequests ?? [];
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="asked-title" className={classes.asked}>
      <h3 id="asked-title">Changes you asked for</h3>
      <ol>
        {requests
          .toSorted((a, b) => b.attempt - a.attempt)
          .map(({ attempt, requestedAt, templateNames }) => (
            <li key={attempt}>
              <span className={classes.line}>
                Try {attempt}, <RelativeTime at={requestedAt} />
              </span>
              <span>{templateNames.map(titleOf).join(', ')}</span>
            </li>
          ))}
      </ol>
    </section>
  );
}
