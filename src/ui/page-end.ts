import { useEffect, useRef } from 'react';

interface Given {
  enabled: boolean;
  /** How near the page's bottom has to be to the window's. */
  withinPx: number;
  /** For how long before it counts. */
  waitMs?: number;
  onNear: () => void;
}

/** Calls back once the page's bottom has come near, each time that it is enabled anew. */
export function usePageEnd({ enabled, withinPx, waitMs = 0, onNear }: Given): void {
  const heard = useRef(onNear);
  useEffect(() => {
    heard.current = onNear;
  });
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isNear = () => document.documentElement.scrollHeight - (window.scrollY + window.innerHeight) <= withinPx;
    const look = () => {
      if (timer !== undefined || !isNear()) return;
      if (waitMs === 0) {
        heard.current();
        return;
      }
      timer = setTimeout(() => {
        timer = undefined;
        if (isNear()) heard.current();
      }, waitMs);
    };
    // Also at once: the first page may not fill a large window.
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [enabled, withinPx, waitMs]);
}
