import { useEffect, useRef } from 'react';
import { limits } from '../../../domain/limits.ts';

/** Calls back once the page's bottom has been near the window's for 150 ms, each time that it is enabled anew. */
export function useScrollEnd(enabled: boolean, onEnd: () => void): void {
  const heard = useRef(onEnd);
  useEffect(() => {
    heard.current = onEnd;
  });
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isNear = () => {
      const { scrollHeight } = document.documentElement;
      return scrollHeight - (window.scrollY + window.innerHeight) <= limits.scrollTriggerPx;
    };
    const look = () => {
      if (timer !== undefined || !isNear()) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (isNear()) heard.current();
      }, limits.postsScrollDelayMs);
    };
    // Also at once: the first page may not fill a large window.
    look();
    // Before the list puts new rows on the page: asking how high it is would have it laid out there and then.
    window.addEventListener('scroll', look, { passive: true, capture: true });
    window.addEventListener('resize', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [enabled]);
}
