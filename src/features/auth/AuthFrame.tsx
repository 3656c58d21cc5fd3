import type { ReactNode } from 'react';
import { Mark } from '#ui/text/Mark.tsx';
import classes from './AuthFrame.module.css';

/** Layout of every screen outside the dashboard: the logo and one card. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <main className={classes.frame}>
      <div className={classes.brand}>
        <Mark size={40} />
        Afield
      </div>
      <div className={classes.card}>{children}</div>
    </main>
  );
}
