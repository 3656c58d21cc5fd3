import type { CreatorOffer } from '#contract/creator/creator.ts';
import { exactTime } from '#ui/text/relative-time.ts';
import { Section } from '#ui/text/Section.tsx';
import { lastDayText } from '../words/dates.ts';
import { payText } from '../words/pay-text.ts';
import classes from './Facts.module.css';

/** The creator's pay, and the date when it ends. */
export function Pay({ offer }: { offer: CreatorOffer }) {
  const { what, terms } = payText(offer);
  const { endAt, hasEnded } = offer.campaign;
  const end = endAt === null ? null : new Date(endAt);
  return (
    <Section title="What you get">
      <div>
        <p className={classes.lead}>{what}</p>
        <ul className={classes.terms}>
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
          {end !== null && (
            <li>
              The campaign {hasEnded ? 'ended' : 'ends'} on{' '}
              <time dateTime={end.toISOString()} title={exactTime(end)}>
                {lastDayText(end)}
              </time>
            </li>
          )}
        </ul>
      </div>
    </Section>
  );
}
