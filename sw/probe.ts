import * as v from 'valibot';
import { getHealth } from '../src/contract/health.ts';
import type { Connectivity } from './connectivity.ts';
import { errorSchema } from './network.ts';
import type { Runtime } from './runtime.ts';

/** Long enough for the slowest network: probes overlap, so that one on a dead connection keeps nobody waiting. */
const timeoutMs = 10_000;
/** Those who ask within this share one probe. */
const sharedMs = 1500;

export interface Probe {
  /** Asks the server for a few bytes; true as soon as it has answered this or anything else meanwhile. */
  run(options?: {
    /** Not by a probe that is under way or just over: something has happened since. */ anew?: boolean;
  }): Promise<boolean>;
}

/**
 * Whether the server itself answers. A provider's server may have no such address: anything it says of that will do, but a
 * portal's page won't.
 */
export function createProbe(
  { apiBase, fetch, now, wait }: Pick<Runtime, 'apiBase' | 'fetch' | 'now' | 'wait'>,
  connectivity: Connectivity,
): Probe {
  let latest: { startedAt: number; result: Promise<boolean> } | null = null;

  async function ask(signal: AbortSignal): Promise<boolean> {
    const response = await fetch(`${apiBase}${getHealth.path}`, { cache: 'no-store', redirect: 'manual', signal });
    const { status } = response;
    if (status === 404 || status === 405 || status === 501) return true;
    const schema = response.ok ? getHealth.answer : errorSchema;
    return status > 0 && status < 500 && !response.redirected && v.is(schema, await response.json());
  }

  async function start(startedAt: number): Promise<boolean> {
    const controller = new AbortController();
    let stop = () => {};
    const answeredElsewhere = new Promise<boolean>((resolve) => {
      stop = connectivity.onAnswer((requestStartedAt) => {
        if (requestStartedAt >= startedAt) resolve(true);
      });
    });
    const asked = ask(controller.signal).then((isAnswer) => {
      if (isAnswer) connectivity.answered(startedAt);
      return isAnswer;
    });
    const timedOut = wait(timeoutMs, controller.signal).then(() => false);
    try {
      const isReached = await Promise.race([asked, answeredElsewhere, timedOut]);
      if (!isReached) connectivity.failed(startedAt);
      return isReached;
    } catch {
      connectivity.failed(startedAt);
      return false;
    } finally {
      stop();
      asked.catch(() => undefined);
      controller.abort();
    }
  }

  return {
    run({ anew = false } = {}) {
      const startedAt = now();
      if (!anew && latest !== null && startedAt - latest.startedAt < sharedMs) return latest.result;
      latest = { startedAt, result: start(startedAt) };
      return latest.result;
    },
  };
}
