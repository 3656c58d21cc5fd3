import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { OnceOpened } from '../loading/OnceOpened.tsx';

export interface OfButton {
  /** Id of the menu; the ids of its button and dropdown derive from it. */
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

interface Props {
  /** Name for screen readers. */
  label: string;
  className: string | undefined;
  children: ReactNode;
  /** A lazy part that renders a `ButtonMenu`. */
  menu: (of: OfButton) => ReactNode;
  /** Called when the user may be about to open the menu. */
  onApproach: () => void;
}

/**
 * A button that opens a menu. The code for menus, which would double a first screen's, is loaded when a menu is opened.
 */
export function MenuButton({ label, className, children, menu, onApproach }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <>
      <button
        aria-controls={opened ? `${id}-dropdown` : undefined}
        aria-expanded={opened}
        aria-haspopup="menu"
        aria-label={label}
        className={className}
        id={`${id}-target`}
        onClick={() => {
          onApproach();
          setOpened(!opened);
        }}
        onFocus={onApproach}
        onPointerEnter={onApproach}
        ref={button}
        type="button"
      >
        {children}
      </button>
      <OnceOpened opened={opened}>{(isOpen) => menu({ id, button, opened: isOpen, onChange: setOpened })}</OnceOpened>
    </>
  );
}
