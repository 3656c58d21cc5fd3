interface Timer {
  at: number;
  order: number;
  fire(): void;
}

export interface FakeClock {
  /** Time on the phone's clock, which `jump` may have set wrong. */
  now(): number;
  /** True time, which servers have, and which `jump` doesn't change. */
  trueNow(): number;
  /** The runtime's wait: resolves after `ms` of this clock, or as soon as the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs all work that needs no time to pass. */
  settle(): Promise<void>;
  /** Lets this much time pass, and fires due timers in order. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until the work is done. @throws if it takes longer than `maxMs` */
  until<T>(work: Promise<T>, maxMs?: number): Promise<T>;
  /** Sets the phone's clock forward or back, as its user may, without firing timers. */
  jump(ms: number): void;
}

const realImmediate = globalThis.setImmediate;
let pending = 0;

/** Counts pending tasks, which all belong to fake-indexeddb: without any, no work continues until time passes. */
function countImmediates(): void {
  const counted = (work: (...args: unknown[]) => void, ...args: unknown[]) => {
    pending += 1;
    return realImmediate(() => {
      pending -= 1;
      work(...args);
    });
  };
  globalThis.setImmediate = counted as unknown as typeof setImmediate;
}
countImmediates();

const turn = () => new Promise<void>((resolve) => realImmediate(resolve));

/** Turns without a task until work counts as settled, since reading a Response's body takes a few turns. */
const quietTurns = 3;

async function settle(): Promise<void> {
  for (let quiet = 0; quiet < quietTurns; ) {
    await turn();
    quiet = pending === 0 ? quiet + 1 : 0;
  }
}

/** A clock that only a test advances. */
export function createFakeClock(startMs: number): FakeClock {
  let now = startMs;
  let offsetMs = 0;
  let order = 0;
  const timers = new Set<Timer>();

  const next = (before: number): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers) {
      if (timer.at > before) continue;
      if (first === null || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  };

  /** Advances to the next timer and fires it; false if none is due before then. */
  function fireNext(before: number): boolean {
    const timer = next(before);
    if (timer === null) return false;
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.fire();
    return true;
  }

  return {
    now: () => now + offsetMs,
    trueNow: () => now,
    wait(ms, signal) {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = () => {
          timers.delete(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        order += 1;
        const timer = { at: now + Math.max(ms, 0), order, fire: done };
        timers.add(timer);
        signal?.addEventListener('abort', done);
      });
    },
    settle,
    async advance(ms) {
      const end = now + ms;
      do await settle();
      while (fireNext(end));
      now = end;
    },
    async until(work, maxMs = 120_000) {
      const end = now + maxMs;
      let isDone = false;
      const over = () => {
        isDone = true;
      };
      work.then(over, over);
      await settle();
      while (!isDone) {
        if (!fireNext(end)) throw new Error(`Not done within ${maxMs} ms`);
        await settle();
      }
      return work;
    },
    jump(ms) {
      offsetMs += ms;
    },
  };
}
