import type { ReactNode } from 'react';
import { clsx } from '../styles/clsx.ts';
import classes from './VisuallyHidden.module.css';

interface Props {
  children: ReactNode;
  /** Hides the text only below `wide` (`breakpoints.ts`). */
  onPhones?: boolean;
  /** `status`: screen readers announce its changes. */
  role?: 'status';
}

/**
 * Text for screen readers only. Always use this component to hide text visually (`tests/laws/hidden-text.test.ts`):
 * rows of long lists contain several, and Mantine's component takes ten times as long to render.
 */
export const VisuallyHidden = ({ children, onPhones = false, role }: Props) => (
  <span className={clsx(classes.hidden, onPhones && classes.onPhones)} role={role}>
    {children}
  </span>
);
