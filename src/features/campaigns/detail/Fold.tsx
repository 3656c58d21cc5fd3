import { type ReactNode, useId, useState } from 'react';
import { Icon } from '#ui/media/icons.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import classes from './Fold.module.css';

interface Props {
  summary: ReactNode;
  /** False if everything fits. */
  foldable: boolean;
  children: ReactNode;
}

/**
 * A line that expands to more content. Content that was visible before it became foldable stays open: the user may be
 * typing in it.
 */
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
