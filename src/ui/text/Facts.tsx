import type { ReactNode } from 'react';
import { clsx } from '../styles/clsx.ts';
import classes from './Facts.module.css';

/** List of names, each with its value at the other end of the line. */
export const Facts = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <dl className={clsx(classes.facts, className)}>{children}</dl>
);

/** One line of `Facts`. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
