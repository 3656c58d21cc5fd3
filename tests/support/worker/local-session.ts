import type { BrandSession } from '#contract/account/auth.ts';
import type { PageMessage, WorkerMessage } from '#contract/worker/worker-message.ts';
import { hasReplaced, type KnownPair, lineageAfter } from '#domain/accounts/session-pair.ts';

/** The session in local storage, shared by all pages of a phone, with the rules of `api/session/session.ts`. */
export interface LocalSession {
  read(): KnownPair;
  /** Stores a token pair that a page obtained itself. */
  write(session: BrandSession): void;
  /** The session, as a message to the worker. */
  message(): Extract<PageMessage, { type: 'session' }>;
  /** Adopts the worker's pair if it has replaced the stored one. */
  receive(message: WorkerMessage): void;
}

export function createLocalSession(first: BrandSession): LocalSession {
  let current: KnownPair = { session: first, lineage: [] };
  const write = (pair: KnownPair) => {
    current = { session: pair.session, lineage: lineageAfter(current, pair) };
  };
  return {
    read: () => current,
    write: (session) => write({ session }),
    message: () => ({ type: 'session', session: current.session, lineage: [...(current.lineage ?? [])] }),
    receive(message) {
      if (message.type !== 'session-refreshed') return;
      if (message.session.brandId === current.session.brandId && hasReplaced(current, message)) write(message);
    },
  };
}
