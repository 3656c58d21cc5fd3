import { useEffect, useRef } from 'react';
import { painted } from '../styles/painted.ts';

interface Params {
  enabled: boolean;
  /** Distance between the bottoms of the page and the window at which the end counts as near. */
  withinPx: number;
  /** Time that the end has to be visible before it counts, ms. */
  waitMs?: number;
  /** Called near the page's end, but not again until its promise has settled. */
  onNear: () => Promise<unknown>;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls back when the page's bottom comes near, and repeatedly while it stays near. */
export function usePageEnd({ enabled, withinPx, waitMs = 0, onNear }: Params): void {
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
        // Paint new rows before requesting more, each page in its own frame. Layout must also be done, so that the
        // page's height is known.
        await painted();
        if (waitMs > 0 && isNear()) {
          await wait(waitMs);
          await painted();
        }
        if (!isNear()) break;
        await latest.current();
        // Yield so that the new rows render in their own task.
        await wait(0);
      }
      isLooking = false;
    };
    const lookOnce = () => void look();
    // Check immediately, too: the first page may not fill a large window.
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
