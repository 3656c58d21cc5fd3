import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Links an answer to its lines in the log. */
export const requestIdHeader = 'X-Request-Id';

const requestIds = new AsyncLocalStorage<string>();

/** Runs the work of a request under a new id. An id sent by the client is ignored, since it could be forged. */
export function withRequestId<T>(work: (id: string) => T): T {
  const id = randomUUID();
  return requestIds.run(id, () => work(id));
}

/** The id of the request whose work this is; undefined outside of any. */
export const currentRequestId = (): string | undefined => requestIds.getStore();
