import type { ReactNode } from 'react';
import classes from './VisuallyHidden.module.css';

/** For those who hear the page. Rows of long lists hold several: a library's component takes ten times as long. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={classes.hidden}>{children}</span>
);
