import { useCallback, useEffect, useRef } from 'react';

/** Sooner than one notices; what is on the phone is nearly always there by then. */
const blinkMs = 60;

/**
 * A choice that is taken once what it shows is there, or after a blink: what is on the phone is then seen at once, where
 * otherwise the whole page would first be rendered without it. Of several choices the last counts, and none once its screen is
 * gone.
 * @param prepare fetches what the choice shows; never rejects, as prefetching doesn't
 */
export function useReadyChoice<Choice>(
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
