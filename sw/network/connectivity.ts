import { createListeners } from '#domain/shared/listeners.ts';

/** An answer this recent says that the server can be reached now. */
const freshMs = 1000;
/** A request with no answer for so long hangs; on a network that is known to be slow it may take longer. */
const hangMs = { least: 2000, most: 3000 };

/** A request in flight. Its outcome must be reported; a second or late report is harmless. */
export interface Pending {
  /** Time at which it was sent, ms. */
  readonly startedAt: number;
  /** The server itself has answered. */
  answered(): void;
  /** The server was not reached; ignored if another request was answered in the meantime. */
  failed(): void;
  /** Inconclusive: its caller aborted it, or a gateway refused only this request. */
  dropped(): void;
}

/** Infers from the outcomes of requests if the server is reachable. `navigator.onLine` is only a hint. */
export interface Connectivity {
  isOnline(): boolean;
  /** An answer arrived a moment ago, however long its request took, and nothing has failed since. */
  isFresh(): boolean;
  /** A request has been in flight for too long, and no other was answered in that time. */
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

/** @param now monotonic clock, ms */
export function createConnectivity(now: () => number): Connectivity {
  let online = true;
  /** A count, not a time: a phone's clock may be set back. */
  let answers = 0;
  let last: { arrivedAt: number; roundTripMs: number } | null = null;
  const out = new Set<{ startedAt: number; answersBefore: number }>();
  const changes = createListeners<[isOnline: boolean]>();
  const answered = createListeners<[startedAt: number]>();

  function set(next: boolean): void {
    if (next === online) return;
    online = next;
    changes.emit(next);
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
          answered.emit(startedAt);
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
    onAnswer: answered.subscribe,
  };
}
