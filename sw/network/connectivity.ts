import { createListeners } from '#domain/listeners.ts';

/** An answer this recent says that the server can be reached now. */
const freshMs = 1000;
/** A request with no answer for so long hangs; on a network that is known to be slow it may take longer. */
const hangMs = { least: 2000, most: 3000 };

/** A request on its way. Exactly what became of it is to be told; telling it twice, or late, does no harm. */
export interface Pending {
  /** When it was sent, ms. */
  readonly startedAt: number;
  /** The server itself has answered. */
  answered(): void;
  /** The server was not reached; it says nothing where an answer to another request came meanwhile. */
  failed(): void;
  /** Nothing can be learnt from it: its caller gave it up, or something refused just this one. */
  dropped(): void;
}

/** Tells from what became of requests if the server answers. `navigator.onLine` is only a hint. */
export interface Connectivity {
  isOnline(): boolean;
  /** An answer arrived a moment ago, however long its request took, and nothing has failed since. */
  isFresh(): boolean;
  /** A request has been out for longer than it should take, and for as long nothing else was answered. */
  isHanging(): boolean;
  /** Duration of the request that was answered last, ms; null before the first. */
  roundTripMs(): number | null;
  /** Notes a request that is sent now. */
  begin(): Pending;
  /** Calls back when online turns to offline or back; returns how to stop. */
  onChange(listener: (isOnline: boolean) => void): () => void;
  /** Calls back at each answer, with when its request was started; returns how to stop. */
  onAnswer(listener: (startedAt: number) => void): () => void;
}

/** @param now ms on a clock that nobody sets */
export function createConnectivity(now: () => number): Connectivity {
  let online = true;
  /** A count, not a time: a phone's clock may be set back. */
  let answers = 0;
  let last: { arrivedAt: number; roundTripMs: number } | null = null;
  const out = new Set<{ startedAt: number; answersBefore: number }>();
  const changes = createListeners<[isOnline: boolean]>();
  const heard = createListeners<[startedAt: number]>();

  function set(next: boolean): void {
    if (next === online) return;
    online = next;
    changes.tell(next);
  }

  return {
    isOnline: () => online,
    isFresh() {
      const ageMs = last === null ? -1 : now() - last.arrivedAt;
      return online && ageMs >= 0 && ageMs <= freshMs;
    },
    isHanging() {
      const limitMs = Math.min(Math.max(hangMs.least, 2 * (last?.roundTripMs ?? 0)), hangMs.most);
      const isLong = (since: number) => now() - since >= limitMs;
      return (last === null || isLong(last.arrivedAt)) && [...out].some(({ startedAt }) => isLong(startedAt));
    },
    roundTripMs: () => last?.roundTripMs ?? null,
    begin() {
      const startedAt = now();
      const request = { startedAt, answersBefore: answers };
      out.add(request);
      return {
        startedAt,
        answered() {
          out.delete(request);
          answers += 1;
          last = { arrivedAt: now(), roundTripMs: Math.max(now() - startedAt, 0) };
          set(true);
          heard.tell(startedAt);
        },
        failed() {
          out.delete(request);
          if (request.answersBefore === answers) set(false);
        },
        dropped() {
          out.delete(request);
        },
      };
    },
    onChange: changes.subscribe,
    onAnswer: heard.subscribe,
  };
}
