import { type ReactNode, useId } from 'react';
import classes from './Beside.module.css';

interface Props {
  id: string;
  isOpen: boolean;
  title: string;
  children: ReactNode;
}

/** A section beside a submission; a narrow panel shows it only while it's open. */
export function FoldedPart({ id, isOpen, title, children }: Props) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.part} data-open={isOpen} id={id}>
      <h3 id={titleId}>{title}</h3>
      {children}
    </section>
  );
}
