import { isDenied } from '#domain/intents/classify-response.ts';
import { streamBackoff } from '#domain/time/backoff.ts';
import { followStream, type StreamEnd } from './follow-stream.ts';

/** After this many early ends in a row, streaming stops for {@link pauseMs}, and polling picks up changes. */
const maxEarly = 3;
export const pauseMs = 600_000;
/** Pause after a 403, ms: polling picks up the approval. */
const keptOutMs = 60_000;
/** Reconnects are spread over this time, so that streams that end together don't all reconnect at once. */
export const jitterMs = 1_000;

interface Deps {
  now(): number;
  /** Returns a number from 0 to 1. */
  random(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Runs `work` while this page holds the device's stream lock; rejects if the signal aborts before the lock is
   * acquired.
   */
  hold(signal: AbortSignal, work: () => Promise<void>): Promise<unknown>;
  connect(signal: AbortSignal): Promise<Response>;
  /**
   * Renews the session after a 401.
   * @throws if the session is over
   */
  renew(): Promise<unknown>;
  /** Called when the server has new data. */
  changed(): void;
}

export interface LivePage {
  /** Opens the stream if the page is visible and has a session, otherwise closes it. */
  update(isWanted: boolean): void;
}

/** Delays between streams, depending on how the previous ones ended. */
function createPace({ now, random, renew }: Pick<Deps, 'now' | 'random' | 'renew'>) {
  let pausedUntil = 0;
  let [early, failures, renewals] = [0, 0, 0];

  const backoffMs = () => streamBackoff(failures) * (0.5 + random() / 2);

  function pause(): number {
    early = 0;
    pausedUntil = now() + pauseMs;
    return pauseMs;
  }

  async function afterRefusal({ status, retryMs }: Extract<StreamEnd, { kind: 'refused' }>): Promise<number> {
    failures += 1;
    if (status === 401 && renewals === 0) {
      renewals += 1;
      const isRenewed = await renew().then(
        () => true,
        () => false,
      );
      return isRenewed ? 0 : keptOutMs;
    }
    return isDenied(status) ? keptOutMs : Math.max(retryMs ?? 0, backoffMs());
  }

  return {
    /** Resets the failure counts, since the stream works. */
    recover() {
      [failures, renewals] = [0, 0];
    },
    /** Time until a pause ends, ms; 0 or less if it's over. */
    pauseLeftMs: () => pausedUntil - now(),
    /** Delay before reconnecting, ms. */
    async after(end: Exclude<StreamEnd, { kind: 'missing' }>): Promise<number> {
      switch (end.kind) {
        case 'bye':
          early = 0;
          return end.retryMs;
        case 'closed':
          early = end.isEarly ? early + 1 : 0;
          return early >= maxEarly ? pause() : (early + random()) * jitterMs;
        case 'unusable':
          return pause();
        case 'refused':
          return afterRefusal(end);
        case 'unreachable':
          failures += 1;
          return backoffMs();
      }
    },
  };
}

/** Keeps one stream of changes open for all of a device's pages, in one of the visible ones. */
export function runLiveStream(deps: Deps): LivePage {
  const { random, wait } = deps;
  const pace = createPace(deps);
  let wanted: AbortController | null = null;
  let isMissing = false;
  let hasRun = false;
  let revision: number | null = null;

  function onRevision(next: number): void {
    pace.recover();
    if (next === revision) return;
    revision = next;
    deps.changed();
  }

  const waitFor = async (ms: number, signal: AbortSignal) => (ms > 0 ? wait(ms, signal) : undefined);

  async function follow(signal: AbortSignal): Promise<void> {
    await waitFor(Math.max(pace.pauseLeftMs(), hasRun ? random() * jitterMs : 0), signal);
    hasRun = true;
    while (!signal.aborted && !isMissing) {
      const end = await followStream({ ...deps, onRevision }, signal);
      if (signal.aborted) return;
      if (end.kind === 'missing') isMissing = true;
      else await waitFor(await pace.after(end), signal);
    }
  }

  return {
    update(isWanted) {
      if (!isWanted) {
        wanted?.abort();
        wanted = null;
        return;
      }
      if (wanted !== null || isMissing) return;
      wanted = new AbortController();
      const { signal } = wanted;
      // This rejects if it's aborted before the lock is acquired, since another page holds the lock.
      void deps.hold(signal, () => follow(signal)).catch(() => undefined);
    },
  };
}
