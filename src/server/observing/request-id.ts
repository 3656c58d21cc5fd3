import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Header that links a response to its log lines. */
export const requestIdHeader = 'X-Request-Id';

const requestIds = new AsyncLocalStorage<string>();

/** Handles a request under a new ID. IDs sent by clients are ignored, since they could be forged. */
export function withRequestId<T>(work: (id: string) => T): T {
  const id = randomUUID();
  return requestIds.run(id, () => work(id));
}

/** ID of the request being handled; undefined outside a request. */
export const currentRequestId = (): string | undefined => requestIds.getStore();
