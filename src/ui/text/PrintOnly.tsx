import type { ReactNode } from 'react';
import classes from './PrintOnly.module.css';

/** Text for paper alone, such as whose report it is: the screen says it elsewhere. */
export const PrintOnly = ({ children }: { children: ReactNode }) => <p className={classes.printOnly}>{children}</p>;
