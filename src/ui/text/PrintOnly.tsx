import type { ReactNode } from 'react';
import classes from './PrintOnly.module.css';

/** Text for print only, such as the name of a report's owner, which the screen shows elsewhere. */
export const PrintOnly = ({ children }: { children: ReactNode }) => <p className={classes.printOnly}>{children}</p>;
