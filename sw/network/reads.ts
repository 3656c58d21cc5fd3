import type { BrandSession } from '#contract/account/auth.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { NetworkFailure, type NetworkRequest, type NetworkResponse } from './network.ts';
import type { Probe } from './probe.ts';
import type { AuthorizedClient } from './session.ts';

/** Time after which a GET counts as hanging on a dead connection, if later requests get responses. */
const hangMs = 5000;
/** Probe interval during a read, since no other request may be in flight. */
const lookEveryMs = 3000;

/** An API read; `timeoutMs` covers all attempts. */
interface Read extends Pick<NetworkRequest, 'isOptional'> {
  path: string;
  timeoutMs: number;
}

export interface Reads {
  /**
   * Sends a GET for a brand. A hanging request is retried once on another connection, with all the remaining time in case the
   * call itself is slow.
   * @throws {NetworkFailure} if the server was not reached
   */
  get(session: BrandSession, read: Read): Promise<NetworkResponse>;
}

interface Deps extends Pick<Runtime, 'wait'> {
  authorised: AuthorizedClient;
  probe: Probe;
}

export function createReads({ authorised, probe, wait }: Deps): Reads {
  async function lookForServer(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await wait(lookEveryMs, signal);
      if (!signal.aborted) await probe.run();
    }
  }

  return {
    async get(session, { path, timeoutMs, isOptional = false }) {
      const over = new AbortController();
      void lookForServer(over.signal);
      try {
        return await authorised
          .send(session, { method: 'GET', path, timeoutMs, hangMs, isOptional })
          .catch((error: unknown) => {
            if (!(error instanceof NetworkFailure && error.hung)) throw error;
            return authorised.send(session, { method: 'GET', path, timeoutMs: timeoutMs - hangMs, isOptional });
          });
      } finally {
        over.abort();
      }
    },
  };
}
