import { type ReactNode, useId, useState } from 'react';
import { clsx } from '#ui/clsx.ts';
import { Icon } from '#ui/icons.tsx';
import classes from './Fold.module.css';

/** One line that unfolds to more. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
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
      <div className={classes.folded} hidden={!open} id={id}>
        {open && children}
      </div>
    </div>
  );
}
