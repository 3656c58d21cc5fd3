import type { CreatorOffer } from '#contract/creator/creator.ts';
import { Icon } from '#ui/media/icons.tsx';
import { Section } from '#ui/text/Section.tsx';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { moveText, upcomingSteps } from '../words/timeline.ts';
import classes from './Timeline.module.css';

/** Past moves with their times and reasons, and the upcoming steps. */
export function Timeline({ offer }: { offer: CreatorOffer }) {
  const past = offer.history.flatMap(({ move, stage, at, reason }, place) => {
    const words = moveText({ move, stage });
    return words === null ? [] : [{ key: `${place} ${at}`, words, at, reason }];
  });
  const coming = upcomingSteps(offer);
  if (past.length + coming.length === 0) return null;
  return (
    <Section title="Progress">
      <ol className={classes.timeline}>
        {past.map(({ key, words, at, reason }) => (
          <li data-part="past" key={key}>
            <span className={classes.point}>
              <Icon name="check" size={12} />
            </span>
            <span>{words}</span>
            <span className={classes.soft}>
              <TimeButton at={at} />
            </span>
            {reason && <span className={classes.reason}>{reason}</span>}
          </li>
        ))}
        {coming.map((words, place) => (
          <li aria-current={place === 0 ? 'step' : undefined} data-part={place === 0 ? 'now' : 'coming'} key={words}>
            <span className={classes.point} />
            <span>{words}</span>
            {place === 0 && <span className={classes.soft}>now</span>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
