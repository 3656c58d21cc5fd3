import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';
import { exactTime, relativeTime } from './relative-time.ts';

const tickMs = 15_000;
const clock = createStore(Date.now(), () => {
  tick();
  const timer = setInterval(tick, tickMs);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
});

function tick(): void {
  clock.write(Date.now());
}

/** The current time, updated every 15 s by one shared clock. */
export const useNow = (): Date => new Date(useStore(clock));

/** Shows "3 min ago", with the exact time as a tooltip. */
export function RelativeTime({ at }: { at: Date | string }) {
  const date = typeof at === 'string' ? new Date(at) : at;
  const current = useNow();
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {relativeTime(date, current)}
    </time>
  );
}
