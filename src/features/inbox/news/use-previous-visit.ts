import { useEffect, useRef, useState } from 'react';
import { readLastVisit, writeLastVisit } from '#app/device/last-look.ts';
import { newsBaseline, type VisitEnd } from '#domain/review/last-look.ts';
import type { Day } from '#domain/time/period.ts';

/** Views gained so far on a day. */
interface Today {
  day: Day;
  views: number | null;
}

const readLook = () => newsBaseline(readLastVisit(), Date.now());

/**
 * The last visit, from which this visit's news is counted; null for the first one. A visit ends when the inbox is left
 * or hidden. Returning to a hidden one starts another visit.
 */
export function usePreviousVisit(today: Today): VisitEnd | null {
  const [since, setSince] = useState(readLook);
  const latest = useRef({ today, since });
  latest.current = { today, since };
  useEffect(() => {
    let isLooking = !document.hidden;
    const leave = () => {
      if (!isLooking) return;
      isLooking = false;
      const left = { at: Date.now(), ...latest.current.today };
      writeLastVisit({ left, since: latest.current.since });
    };
    const turn = () => {
      if (document.hidden) return leave();
      isLooking = true;
      setSince(readLook());
    };
    document.addEventListener('visibilitychange', turn);
    window.addEventListener('pagehide', leave);
    return () => {
      leave();
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('pagehide', leave);
    };
  }, []);
  return since;
}
