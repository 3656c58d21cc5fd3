import { type ReactNode, useId, useState } from 'react';
import { Icon } from '#ui/media/icons.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import classes from './Fold.module.css';

interface Props {
  summary: ReactNode;
  /** False where there is room for all of it. */
  foldable: boolean;
  children: ReactNode;
}

/** One line that unfolds to more. Content that was shown before there was a line stays open: the user may be typing in it. */
export function Fold({ summary, foldable, children }: Props) {
  const [open, setOpen] = useState(!foldable);
  const id = useId();
  const isShown = open || !foldable;
  return (
    <div>
      {foldable && (
        <button
          aria-controls={id}
          aria-expanded={open}
          className={classes.summary}
          onClick={() => setOpen(!open)}
          type="button"
        >
          <span className={classes.text}>{summary}</span>
          <span className={classes.word}>Details</span>
          <Icon className={clsx(open && classes.turned)} name="down" size={18} />
        </button>
      )}
      <div className={clsx(foldable && classes.folded)} hidden={!isShown} id={id}>
        {isShown && children}
      </div>
    </div>
  );
}
