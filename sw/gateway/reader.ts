import type { BrandSession } from '#contract/account/auth.ts';
import type { CopyCall } from '#sw/copy/copy-call.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import { NetworkFailure, type NetworkResponse } from '#sw/network/network.ts';
import type { KeepAlive, Runtime } from '#sw/runtime/runtime.ts';
import { storageTimeoutResponse, storedResponse } from './json-answers.ts';
import { waitForNetwork } from './network-wait.ts';
import { firstOf, type Patience } from './patience.ts';
import { createSources, type Fetched, type SourcesDeps } from './sources.ts';

/** Data younger than this is not refetched. */
const freshMs = 10_000;
/** Time that a user's refresh waits for the network before it falls back to the copy. */
const timeoutMs = 3000;

interface Deps extends SourcesDeps, Pick<Runtime, 'monotonicNow' | 'wait'> {
  connectivity: Connectivity;
}

interface Wanted {
  session: BrandSession;
  call: CopyCall;
  /** True if the page asked for the network's response instead of the copy's. */
  noCache: boolean;
  /** Tracks the page's wait for the copy. */
  patience: Patience;
}

type Asked = Promise<Fetched | NetworkFailure>;

export interface Reader {
  /** Responds to a GET stale-while-revalidate: from the copy first, with a refresh in the background. Never rejects. */
  answer(wanted: Wanted, keep: KeepAlive): Promise<Response>;
  /** Fetches a call's response and stores it; null if the server was not reached. */
  fetchFresh(session: BrandSession, call: CopyCall): Promise<NetworkResponse | null>;
}

/** Decides whether a page's GET is served from the copy or from the network, and how long it waits for each. */
export function createReader(deps: Deps): Reader {
  const { now, wait } = deps;
  const { readStored, fromCopy, ask, answerOf } = createSources(deps);
  const behind = new Map<string, Promise<unknown>>();

  async function fetchFresh(session: BrandSession, call: CopyCall): Promise<NetworkResponse | null> {
    const answer = await ask(session, call);
    return answer instanceof NetworkFailure ? null : answer;
  }

  function refreshBehind(session: BrandSession, call: CopyCall): Promise<unknown> {
    const key = `${session.brandId} ${call.path}`;
    const running = behind.get(key) ?? fetchFresh(session, call).finally(() => behind.delete(key));
    behind.set(key, running);
    return running;
  }

  /** Responds from the network if nothing is stored. */
  async function withoutCopy({ session, call, patience }: Wanted, asked: Asked): Promise<Response> {
    const came = await waitForNetwork(deps, asked, patience);
    return came instanceof Response ? came : answerOf(session, call, came);
  }

  /** Races the network against a copy that couldn't be read yet. */
  async function withSlowCopy(wanted: Wanted, asked: Asked): Promise<Response> {
    const { session, call, patience } = wanted;
    const over = new AbortController();
    const reading = patience.read((options) => readStored(session, call, options), over.signal);
    const answered = asked.then((came) => (came instanceof NetworkFailure ? null : { came }));
    const first = await firstOf(answered, reading);
    over.abort();
    if (first === 'unread') return storageTimeoutResponse();
    if (first !== null && 'came' in first) return answerOf(session, call, first.came);
    return first === null ? withoutCopy(wanted, asked) : storedResponse(first);
  }

  /** Responds to a page if the copy has no immediate response. */
  const withoutStored = (found: null | 'unread', wanted: Wanted, asked: Asked): Promise<Response> =>
    found === null ? withoutCopy(wanted, asked) : withSlowCopy(wanted, asked);

  async function networkFirst(wanted: Wanted, keep: KeepAlive): Promise<Response> {
    const { session, call } = wanted;
    const asked = ask(session, call);
    keep(asked);
    const inTime = await Promise.race([asked, wait(timeoutMs).then(() => null)]);
    const isAnswer = inTime !== null && !(inTime instanceof NetworkFailure);
    // The copy is more useful than a failing server's error.
    if (isAnswer && inTime.status < 500) return answerOf(session, call, inTime);
    const stored = await fromCopy(session, call);
    return stored === null || stored === 'unread' ? withoutStored(stored, wanted, asked) : storedResponse(stored);
  }

  async function storedFirst(wanted: Wanted, keep: KeepAlive): Promise<Response> {
    const { session, call } = wanted;
    const stored = await fromCopy(session, call);
    if (stored === null || stored === 'unread') {
      const asked = ask(session, call);
      keep(asked);
      return withoutStored(stored, wanted, asked);
    }
    const ageMs = now() - stored.storedAt;
    // Ages are negative if the clock was set back.
    if (ageMs < 0 || ageMs >= freshMs) keep(refreshBehind(session, call));
    return storedResponse(stored);
  }

  return {
    answer: (wanted, keep) => (wanted.noCache ? networkFirst(wanted, keep) : storedFirst(wanted, keep)),
    fetchFresh,
  };
}
