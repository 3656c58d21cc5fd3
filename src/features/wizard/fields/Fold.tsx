import { type ReactNode, useState } from 'react';
import classes from './Fields.module.css';

interface Props {
  summary: ReactNode;
  /** True if the fields already have content, so they're shown initially. */
  isFilled: boolean;
  /** True if a field inside is invalid. */
  isWrong?: boolean;
  children: ReactNode;
}

/** Collapses fields that most campaigns don't need. */
export function Fold({ summary, isFilled, isWrong = false, children }: Props) {
  const [opened, setOpened] = useState(isFilled);
  const isOpen = opened || isWrong;
  return (
    <details className={classes.fold} onToggle={({ currentTarget }) => setOpened(currentTarget.open)} open={isOpen}>
      <summary>{summary}</summary>
      {isOpen && <div className={classes.folded}>{children}</div>}
    </details>
  );
}
