import type { ReactNode } from 'react';
import { clsx } from '../styles/clsx.ts';
import classes from './IconButton.module.css';

interface Props {
  /** Name for screen readers. */
  label: string;
  icon: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  /** Uses soft ink, for secondary actions. */
  isSoft?: boolean;
  /** Class for positioning only. */
  className?: string | undefined;
}

/** An icon-only button, large enough for a thumb, in the surrounding text color. */
export function IconButton({ label, icon, onClick, disabled = false, isSoft = false, className }: Props) {
  return (
    <button
      aria-label={label}
      className={clsx(classes.button, isSoft && classes.soft, className)}
      disabled={disabled}
      onClick={onClick}
      type="button"
    >
      {icon}
    </button>
  );
}
