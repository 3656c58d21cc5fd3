import type { ReactNode } from 'react';
import { PageTitle } from '#ui/text/PageTitle.tsx';
import { Section } from '#ui/text/Section.tsx';
import { controls } from './controls.tsx';
import classes from './Gallery.module.css';
import { marks } from './marks.tsx';
import { texts } from './texts.tsx';

/** A component in each of its states. */
export interface Shown {
  part: string;
  states: Readonly<Record<string, ReactNode>>;
}

/** Every component of src/ui in every state, some with long words; tests/e2e/looks/gallery.e2e.ts checks it. */
export function Gallery() {
  return (
    <main className={classes.page}>
      <PageTitle title="Parts" />
      {[...marks, ...controls, ...texts].map(({ part, states }) => (
        <Section key={part} title={part}>
          <div className={classes.states}>
            {Object.entries(states).map(([name, state]) => (
              <section aria-label={`${part}: ${name}`} className={classes.state} key={name}>
                <p className={classes.name}>{name}</p>
                <div>{state}</div>
              </section>
            ))}
          </div>
        </Section>
      ))}
    </main>
  );
}
