import { useState } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { eventText } from '#domain/offers/history-words.ts';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import classes from './Timeline.module.css';

/** Number of events shown initially; older ones are rarely of interest. */
const newest = 3;

/** History of the offer, newest first. */
export function Timeline({ offer: { history = [] } }: { offer: Offer }) {
  const [open, setOpen] = useState(false);
  const events = history
    .map((event, place) => ({ ...event, place, words: eventText(event) }))
    .filter(({ words }) => words !== null)
    .reverse();
  if (events.length === 0) return null;
  const shown = open ? events : events.slice(0, newest);
  return (
    <section aria-labelledby="history-title" className={classes.timeline}>
      <h3 id="history-title">History</h3>
      <ol>
        {shown.map(({ place, words, at, reason }) => (
          <li key={place}>
            <span className={classes.what}>{words}</span>
            <span className={classes.when}>
              <TimeButton at={at} />
            </span>
            {reason && <span className={classes.reason}>{reason}</span>}
          </li>
        ))}
      </ol>
      {events.length > newest && (
        <button aria-expanded={open} className={classes.more} onClick={() => setOpen(!open)} type="button">
          {open ? 'Show less' : `Show all ${events.length}`}
        </button>
      )}
    </section>
  );
}
