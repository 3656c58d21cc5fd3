import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from './relative-time.ts';

const tickMs = 15_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick() {
  now = Date.now();
  for (const each of listeners) each();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
      document.removeEventListener('visibilitychange', tick);
    }
  };
}

/** The time, to a quarter of a minute: one clock for all that shows ages. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, () => now));

/** "3 min ago", with the exact time behind it. */
export function RelativeTime({ at }: { at: Date | string }) {
  const date = typeof at === 'string' ? new Date(at) : at;
  const current = useNow();
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {relativeTime(date, current)}
    </time>
  );
}
