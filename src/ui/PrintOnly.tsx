import type { ReactNode } from 'react';
import classes from './PrintOnly.module.css';

/** What a sheet of paper says, such as whose report it is: the screen says it elsewhere. */
export const PrintOnly = ({ children }: { children: ReactNode }) => <p className={classes.printOnly}>{children}</p>;
