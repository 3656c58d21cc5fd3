import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './StepHeading.module.css';

interface Props {
  /** Heading level, below the page's `h1`. */
  order: 2 | 3;
  title: string;
  /** The step's number and the total. */
  place?: string;
  lead?: ReactNode;
  /** Icon above the heading. */
  mark?: ReactNode;
}

/** Heading of a step. Its title takes the focus, so that screen readers announce the new step. */
export function StepHeading({ order, title, place, lead, mark }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const placeId = useId();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const Title = `h${order}` as const;
  return (
    <div className={classes.asks}>
      {mark}
      {place && (
        <p className={classes.place} id={placeId}>
          {place}
        </p>
      )}
      <Title
        aria-describedby={place ? placeId : undefined}
        className={classes.title}
        data-autofocus
        ref={heading}
        tabIndex={-1}
      >
        {title}
      </Title>
      {lead && <p className={classes.lead}>{lead}</p>}
    </div>
  );
}
