import { useEffect, useRef } from 'react';
import { painted } from './painted.ts';

interface Given {
  enabled: boolean;
  /** How near the page's bottom has to be to the window's. */
  withinPx: number;
  /** For how long before it counts. */
  waitMs?: number;
  /** Called again only after what it begins is over. */
  onNear: () => Promise<unknown>;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls back once the page's bottom has come near, and again and again while it is. */
export function usePageEnd({ enabled, withinPx, waitMs = 0, onNear }: Given): void {
  const heard = useRef(onNear);
  useEffect(() => {
    heard.current = onNear;
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
        // What has come is seen before more is asked for, each in a frame of its own; and what is painted has been laid out,
        // so that the page's height is known.
        await painted();
        if (waitMs > 0 && isNear()) {
          await wait(waitMs);
          await painted();
        }
        if (!isNear()) break;
        await heard.current();
        // What has come is drawn in a task of its own.
        await wait(0);
      }
      isLooking = false;
    };
    const lookOnce = () => void look();
    // Also at once: the first page may not fill a large window.
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
