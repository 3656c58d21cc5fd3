import { useEffect, useRef } from 'react';
import { painted } from '../styles/painted.ts';

interface Given {
  enabled: boolean;
  /** Distance of the page's bottom from the window's. */
  withinPx: number;
  /** Time that the end has to be visible before it counts, ms. */
  waitMs?: number;
  /** Called again only after what it begins is over. */
  onNear: () => Promise<unknown>;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls back once the page's bottom has come near, and again and again while it is. */
export function usePageEnd({ enabled, withinPx, waitMs = 0, onNear }: Given): void {
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!enabled) return;
    let isOn = true;
    let isLooking = false;
    const isNear = () =>
      isOn && document.documentElement.scrollHeight - (window.scrollY + window.innerHeight) <= withinPx;
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      for (;;) {
        // New rows are seen before more is asked for, each page in a frame of its own; and painted rows have a layout,
        // so that the page's height is known.
        await painted();
        if (waitMs > 0 && isNear()) {
          await wait(waitMs);
          await painted();
        }
        if (!isNear()) break;
        await latest.current();
        // Yields, so that the new rows are rendered in a task of their own.
        await wait(0);
      }
      isLooking = false;
    };
    const lookOnce = () => void look();
    // Checked at once, too: the first page may not fill a large window.
    lookOnce();
    window.addEventListener('scroll', lookOnce, { passive: true });
    window.addEventListener('resize', lookOnce);
    return () => {
      isOn = false;
      window.removeEventListener('scroll', lookOnce);
      window.removeEventListener('resize', lookOnce);
    };
  }, [enabled, withinPx, waitMs]);
}
