import type { ReactNode } from 'react';
import { clsx } from '../styles/clsx.ts';
import classes from './ButtonRow.module.css';

/**
 * Buttons at the end of a form or dialog, with the primary button last. On a phone they share the width.
 * @param isApart adds space above, in a dialog whose content has no gaps of its own
 */
export const ButtonRow = ({ children, isApart = false }: { children: ReactNode; isApart?: boolean }) => (
  <div className={clsx(classes.row, isApart && classes.apart)}>{children}</div>
);
