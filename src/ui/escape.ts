import { useEffect, useRef } from 'react';

/** Escape, wherever the focus is: what hovers over other things must go without moving the pointer. */
export function useEscape(enabled: boolean, onEscape: () => void): void {
  const heard = useRef(onEscape);
  useEffect(() => {
    heard.current = onEscape;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && heard.current();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
