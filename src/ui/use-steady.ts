import { useLayoutEffect, useState } from 'react';

/**
 * The value to show: each stands for at least `ms`, and then the newest follows.
 * @param key tells values apart; what has the same key follows at once, and so does what follows on null, which is nothing
 */
export function useSteady<T>(value: T, key: string | null, ms: number): T {
  const [shown, setShown] = useState({ value, key, at: Date.now() });
  useLayoutEffect(() => {
    if (key === shown.key) return;
    const show = () => setShown({ value, key, at: Date.now() });
    // Never longer than from now on: the clock may be set back.
    const leftMs = shown.key === null ? 0 : Math.min(shown.at + ms - Date.now(), ms);
    if (leftMs <= 0) {
      show();
      return;
    }
    const timer = setTimeout(show, leftMs);
    return () => clearTimeout(timer);
  }, [value, key, shown, ms]);
  return key === shown.key ? value : shown.value;
}
