import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Tells an answer and the lines of the log that belong to it. */
export const requestIdHeader = 'X-Request-Id';

const requestIds = new AsyncLocalStorage<string>();

/** Runs the work of a request under a new id. One that was sent is not taken over: anybody could forge another's. */
export function withRequestId<T>(work: (id: string) => T): T {
  const id = randomUUID();
  return requestIds.run(id, () => work(id));
}

/** The id of the request whose work this is; undefined outside of any. */
export const currentRequestId = (): string | undefined => requestIds.getStore();
