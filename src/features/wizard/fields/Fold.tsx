import { type ReactNode, useState } from 'react';
import classes from './Fields.module.css';

interface Props {
  summary: ReactNode;
  /** True if something is in it already. */
  isFilled: boolean;
  /** True if something in it has to be mended. */
  isWrong?: boolean;
  children: ReactNode;
}

/** Folds away fields that most campaigns do without. */
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
