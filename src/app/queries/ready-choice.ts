import { useCallback, useEffect, useRef } from 'react';

/** Longest delay of a choice, ms: too short to notice, but local data nearly always arrives within it. */
const blinkMs = 60;

/**
 * Delays a choice until its data has loaded, but only briefly. Local data then shows immediately, instead of the page
 * first rendering without it. If choices overlap, the last one wins; unmounting cancels it.
 * @param prepare fetches the choice's data; must not reject (prefetching doesn't)
 */
export function useDeferredChoice<Choice>(
  prepare: (choice: Choice) => Promise<unknown>,
  take: (choice: Choice) => void,
): (choice: Choice) => void {
  const latest = useRef(0);
  const given = useRef({ prepare, take });
  useEffect(() => {
    given.current = { prepare, take };
  });
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );
  return useCallback((choice) => {
    latest.current += 1;
    const turn = latest.current;
    const go = () => {
      clearTimeout(timer);
      if (turn !== latest.current) return;
      latest.current += 1;
      given.current.take(choice);
    };
    const timer = setTimeout(go, blinkMs);
    void given.current.prepare(choice).then(go);
  }, []);
}
