import type { ReactNode } from 'react';
import { clsx } from '../styles/clsx.ts';
import classes from './IconButton.module.css';

interface Props {
  /** Name for screen readers. */
  label: string;
  icon: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  /** In soft ink, beside what matters more. */
  isSoft?: boolean;
  /** Only places the button. */
  className?: string | undefined;
}

/** A button that is an icon, in the size of a thumb and in the ink around it. */
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
