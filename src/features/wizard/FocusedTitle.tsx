import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Wizard.module.css';

/** The title of a step. It takes the focus, so that a new step is heard. */
export function FocusedTitle({ children, describedBy }: { children: ReactNode; describedBy?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h3 aria-describedby={describedBy} className={classes.title} data-autofocus ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}
