import { useEffect } from 'react';

const nearPx = 500;

/** Calls back while the page's bottom is within 500px of the window's, as often as it may be needed. */
export function useNearBottom(enabled: boolean, onNear: () => void): void {
  useEffect(() => {
    if (!enabled) return;
    const look = () => {
      const { scrollHeight } = document.documentElement;
      if (scrollHeight - (window.scrollY + window.innerHeight) <= nearPx) onNear();
    };
    // Also at once: the first page may not fill a large window.
    look();
    // Before the list puts new rows on the page: asking how high it is would have it laid out there and then.
    window.addEventListener('scroll', look, { passive: true, capture: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  });
}
