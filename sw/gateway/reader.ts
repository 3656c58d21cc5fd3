import * as v from 'valibot';
import type { BrandSession } from '#contract/account/auth.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { limits } from '#domain/shared/limits.ts';
import { dayOf } from '#domain/time/period.ts';
import type { CopyAnswer } from '#sw/copy/answer-context.ts';
import { answerFromCopy, type CopyCall } from '#sw/copy/copy-call.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import { noOverlay, type Overlay } from '#sw/copy/overlay.ts';
import type { RunOptions } from '#sw/database/database.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Reading, WriteGuard } from '#sw/database/write-guard.ts';
import type { Connectivity } from '#sw/network/connectivity.ts';
import { type NetworkAnswer, NetworkFailure } from '#sw/network/network.ts';
import type { Reads } from '#sw/network/reads.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import { isLeased } from '#sw/queue/outbox/sending.ts';
import { overlayOf } from '#sw/queue/overlay.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { Keep, Runtime } from '#sw/runtime/runtime.ts';
import {
  jsonAnswer,
  notAvailableOffline,
  passedOn,
  refusedOnTheWay,
  serverSilent,
  storageSilent,
  storedAnswer,
} from './json-answers.ts';
import { firstOf, type Patience } from './patience.ts';

/** Data younger than this is not refetched. */
const freshMs = 10_000;
/** Time that a user's refresh waits for the network before it falls back to the copy. */
const timeoutMs = 3000;
/** Time after which a page with nothing stored gets an offline response. */
const offlineAfterMs = 20_000;
/** Shorter than the page's own timeout of 30 s, which can't tell a slow server from a missing network. */
const silentAfterMs = limits.requestTimeoutMs - 1500;
/** A server that responded to another call this recently counts as reachable. */
const reachedForMs = 10_000;

interface Deps extends Pick<Runtime, 'copy' | 'outbox' | 'now' | 'monotonicNow' | 'wait'> {
  guard: WriteGuard;
  connectivity: Connectivity;
  reads: Reads;
  receipts: Receipts;
  changed(kinds: ReadonlySet<ChangedKind>): Promise<void>;
  reportError(error: unknown): void;
}

interface Wanted {
  session: BrandSession;
  call: CopyCall;
  /** True if the page asked for the network's response instead of the copy's. */
  noCache: boolean;
  /** The page's wait for the copy. */
  patience: Patience;
}

/** The network's response or failure. */
type Asked = Promise<Fetched | NetworkFailure>;

/** The copy's response; null if it has none. `unread`: its storage is unresponsive. */
type FromCopy = CopyAnswer | null | 'unread';

/** The network's response, and whether it was stored in the copy. */
type Fetched = NetworkAnswer & { isStored: boolean };

export interface Reader {
  /** Responds to a GET stale-while-revalidate: from the copy first, with a refresh in the background. Never rejects. */
  answer(wanted: Wanted, keep: Keep): Promise<Response>;
  /** Fetches and stores; null if the server was not reached. */
  fetchFresh(session: BrandSession, call: CopyCall): Promise<NetworkAnswer | null>;
}

export function createReader(deps: Deps): Reader {
  const { copy, outbox, now, monotonicNow, wait, guard, connectivity, reads, receipts } = deps;
  const behind = new Map<string, Promise<unknown>>();

  /** The pending intents. An expired lease is cleared: its worker was stopped, so the intent is no longer in flight. */
  async function actionsOf(brandId: string, options?: RunOptions) {
    const actions = await readActions(outbox, brandId, options);
    return actions.map((action) => (isLeased(action, now()) ? action : { ...action, lease: null }));
  }

  /** The brand's optimistic updates; if the queue can't be read, only those of settled intents. */
  async function overlayNow(
    brandId: string,
    { orNone = false, ...options }: RunOptions & { orNone?: boolean } = {},
  ): Promise<Overlay> {
    // The order matters: an intent that settles in between briefly shows as pending, but never goes missing.
    const reading = actionsOf(brandId, options);
    const actions = await (orNone ? reading.catch(() => []) : reading);
    return overlayOf({ actions, settled: await receipts.uncopied(brandId) });
  }

  /** The overlay for a call that shows intents. Other calls don't wait for the queue's database, which may be busy or hang. */
  async function overlayFor(brandId: string, call: CopyCall, options?: RunOptions): Promise<Overlay> {
    if (call.overlay === null) return noOverlay;
    await receipts.ready(brandId);
    return overlayNow(brandId, options);
  }

  /** @throws {StorageUnavailableError} if the storage is unresponsive, in which case its content is unknown */
  async function readStored({ brandId }: BrandSession, call: CopyCall, options?: RunOptions) {
    try {
      const overlay = await overlayFor(brandId, call, options);
      const question = { brandId, today: dayOf(new Date(now())), overlay, timeoutMs: options?.timeoutMs };
      return await answerFromCopy(copy, call, question);
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      // Treat a damaged copy as a miss; the network refills it.
      deps.reportError(error);
      return null;
    }
  }

  const fromCopy = (session: BrandSession, call: CopyCall): Promise<FromCopy> =>
    readStored(session, call).catch((error: unknown) => {
      deps.reportError(error);
      return 'unread' as const;
    });

  /** True if the response was stored in the copy; false if the disk is full or the storage is unresponsive. */
  async function store({ brandId }: BrandSession, call: CopyCall, body: unknown, reading: Reading | null) {
    try {
      const write = { copy, guard, brandId, storedAt: now(), reading };
      const { kinds, written } = await writeCopy(write, (writing) => call.store(writing, body));
      if (kinds.size > 0) await deps.changed(kinds);
      return written;
    } catch (error) {
      deps.reportError(error);
      return false;
    }
  }

  async function fetchAndStore(session: BrandSession, call: CopyCall): Promise<Fetched> {
    if (call.overlay !== null) await receipts.ready(session.brandId);
    const answer = await reads.get(session, {
      path: call.path,
      timeoutMs: limits.requestTimeoutMs,
      isOptional: call.endpoint.optional,
    });
    const isValid = answer.status === 200 && v.is(call.endpoint.answer, answer.body);
    return { ...answer, isStored: isValid && (await store(session, call, answer.body, answer.reading)) };
  }

  async function fetchFresh(session: BrandSession, call: CopyCall): Promise<NetworkAnswer | null> {
    const answer = await fetchAndStore(session, call).catch(orFailure);
    return answer instanceof NetworkFailure ? null : answer;
  }

  function refreshBehind(session: BrandSession, call: CopyCall): Promise<unknown> {
    const key = `${session.brandId} ${call.path}`;
    const running = behind.get(key) ?? fetchFresh(session, call).finally(() => behind.delete(key));
    behind.set(key, running);
    return running;
  }

  /**
   * The network's response as read back from the copy, with optimistic updates and any newer records. If the copy couldn't store
   * it, its older data must not be presented as the new response.
   */
  async function answerOf(session: BrandSession, call: CopyCall, answer: Fetched): Promise<Response> {
    if (answer.status !== 200) return passedOn(answer);
    const stored = answer.isStored ? await fromCopy(session, call) : null;
    if (stored !== null && stored !== 'unread') return jsonAnswer(200, stored.body);
    if (call.overlay === null) return jsonAnswer(200, answer.body);
    return jsonAnswer(200, call.overlay(answer.body, await overlayNow(session.brandId, { orNone: true })));
  }

  /** Responds from the network if nothing is stored. A slow server doesn't count as a missing network. */
  async function withoutCopy({ session, call, patience }: Wanted, asked: Asked): Promise<Response> {
    const over = new AbortController();
    let answeredAt = Number.NEGATIVE_INFINITY;
    const stop = connectivity.onAnswer(() => {
      answeredAt = monotonicNow();
    });
    const isReached = () => connectivity.isOnline() || monotonicNow() - answeredAt < reachedForMs;
    const waitedMs = patience.waitedMs();
    const late = wait(Math.max(offlineAfterMs - waitedMs, 0), over.signal).then(async () => {
      if (over.signal.aborted) return asked;
      if (!isReached()) return null;
      const silent = wait(silentAfterMs - patience.waitedMs(), over.signal).then(() => 'silent' as const);
      return Promise.race([asked, silent]);
    });
    const came = await Promise.race([asked, late]);
    over.abort();
    stop();
    if (came === 'silent') return isReached() ? serverSilent() : notAvailableOffline();
    if (came === null) return notAvailableOffline();
    if (!(came instanceof NetworkFailure)) return answerOf(session, call, came);
    const isSlow = came.timedOut && isReached();
    return isSlow ? serverSilent() : (refusedOnTheWay(came) ?? notAvailableOffline());
  }

  /** Races the network against a copy that couldn't be read yet. */
  async function withSlowCopy(wanted: Wanted, asked: Asked): Promise<Response> {
    const { session, call, patience } = wanted;
    const over = new AbortController();
    const reading = patience.read((options) => readStored(session, call, options), over.signal);
    const answered = asked.then((came) => (came instanceof NetworkFailure ? null : { came }));
    const first = await firstOf(answered, reading);
    over.abort();
    if (first === 'unread') return storageSilent();
    if (first !== null && 'came' in first) return answerOf(session, call, first.came);
    return first === null ? withoutCopy(wanted, asked) : storedAnswer(first);
  }

  /** Responds to a page if the copy has no immediate response. */
  const withoutStored = (found: null | 'unread', wanted: Wanted, asked: Asked): Promise<Response> =>
    found === null ? withoutCopy(wanted, asked) : withSlowCopy(wanted, asked);

  async function networkFirst(wanted: Wanted, keep: Keep): Promise<Response> {
    const { session, call } = wanted;
    const asked = fetchAndStore(session, call).catch(orFailure);
    keep(asked);
    const inTime = await Promise.race([asked, wait(timeoutMs).then(() => null)]);
    const isAnswer = inTime !== null && !(inTime instanceof NetworkFailure);
    // The copy is more useful than a failing server's error.
    if (isAnswer && inTime.status < 500) return answerOf(session, call, inTime);
    const stored = await fromCopy(session, call);
    return stored === null || stored === 'unread' ? withoutStored(stored, wanted, asked) : storedAnswer(stored);
  }

  async function storedFirst(wanted: Wanted, keep: Keep): Promise<Response> {
    const { session, call } = wanted;
    const stored = await fromCopy(session, call);
    if (stored === null || stored === 'unread') {
      const asked = fetchAndStore(session, call).catch(orFailure);
      keep(asked);
      return withoutStored(stored, wanted, asked);
    }
    const ageMs = now() - stored.storedAt;
    // Ages are negative if the clock was set back.
    if (ageMs < 0 || ageMs >= freshMs) keep(refreshBehind(session, call));
    return storedAnswer(stored);
  }

  return {
    answer: (wanted, keep) => (wanted.noCache ? networkFirst(wanted, keep) : storedFirst(wanted, keep)),
    fetchFresh,
  };
}

function orFailure(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  throw error;
}
