import { createListeners } from '#domain/shared/listeners.ts';

/** Age up to which a response shows that the server can be reached now. */
const freshMs = 1000;
/** Time without a response after which a request counts as hanging. It is longer on a network known to be slow. */
const hangMs = { min: 2000, max: 3000 };

/** A request in flight. Its outcome must be reported; repeated or late reports are harmless. */
export interface PendingRequest {
  /** Time at which the request was sent, ms. */
  readonly startedAt: number;
  /** Reports that the server itself responded. */
  answered(): void;
  /** Reports that the server was not reached; ignored if another request got a response in the meantime. */
  failed(): void;
  /** Reports an inconclusive outcome: the caller aborted the request, or an intermediary refused only this one. */
  dropped(): void;
}

/** Infers from the outcomes of requests whether the server is reachable. `navigator.onLine` is only a hint. */
export interface Connectivity {
  isOnline(): boolean;
  /** True if a response arrived within the last second, however long it took, and nothing has failed since. */
  isFresh(): boolean;
  /** True if a request has been in flight for too long, with no other response in that time. */
  isHanging(): boolean;
  /** Duration of the last request that got a response, ms; null before the first. */
  roundTripMs(): number | null;
  /** Call this when a request is sent. */
  begin(): PendingRequest;
  /** Subscribes to changes between online and offline; returns the unsubscribe function. */
  onChange(listener: (isOnline: boolean) => void): () => void;
  /** Subscribes to responses, with the start times of their requests; returns the unsubscribe function. */
  onAnswer(listener: (startedAt: number) => void): () => void;
}

/** @param now monotonic clock, ms */
export function createConnectivity(now: () => number): Connectivity {
  let online = true;
  /** Number of responses so far. It is a count rather than a time, since a phone's clock may be set back. */
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
      const limitMs = Math.min(Math.max(hangMs.min, 2 * (last?.roundTripMs ?? 0)), hangMs.max);
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
