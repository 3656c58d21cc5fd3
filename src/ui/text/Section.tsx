import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

/** One subject of a screen, in a card with its title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 className={classes.title} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
