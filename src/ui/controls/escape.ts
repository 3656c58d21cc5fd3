import { useEffect, useRef } from 'react';

/** Handles Escape wherever the focus is: hover content must be dismissible without moving the pointer. */
export function useEscape(enabled: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && latest.current();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
