import type { ReactNode } from 'react';
import { Mark } from '#ui/text/Mark.tsx';
import classes from './Frame.module.css';

/** Layout around every state of the page. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>
    <div className={classes.bar}>
      <Mark size={28} />
      <span>Afield</span>
    </div>
    <main className={classes.main}>{children}</main>
  </div>
);
