import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** For a narrow column beside the content: no additional padding on wide screens. */
  isNarrow?: boolean;
}

/** A section of a screen, in a card with its title. */
export function Section({ title, children, isNarrow = false }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section} data-narrow={isNarrow || undefined}>
      <h2 className={classes.title} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
