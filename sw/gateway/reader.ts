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
/** Time after which a page with nothing stored is informed that there is no network. */
const offlineAfterMs = 20_000;
/** Ends before the page's own timer, which knows nothing of the server and ends at 30 s. */
const silentAfterMs = limits.requestTimeoutMs - 1500;
/** A server that answered another call this recently counts as reachable. */
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
  /** True if the page asked for the network's answer, not the copy's. */
  noCache: boolean;
  /** The page's wait for the copy. */
  patience: Patience;
}

/** The network's answer, which may be a failure. */
type Asked = Promise<Fetched | NetworkFailure>;

/** The copy's answer; null where it has none. `unread`: its storage doesn't answer. */
type FromCopy = CopyAnswer | null | 'unread';

/** An answer of the network, and whether the copy took it. */
type Fetched = NetworkAnswer & { isStored: boolean };

export interface Reader {
  /** Answers a GET: stored first, with the network behind it. Never rejects. */
  answer(wanted: Wanted, keep: Keep): Promise<Response>;
  /** Fetches and stores; null where the server was not reached. */
  fetchFresh(session: BrandSession, call: CopyCall): Promise<NetworkAnswer | null>;
}

export function createReader(deps: Deps): Reader {
  const { copy, outbox, now, monotonicNow, wait, guard, connectivity, reads, receipts } = deps;
  const behind = new Map<string, Promise<unknown>>();

  /** The pending intents. An intent in flight when a worker was stopped is no longer in flight. */
  async function actionsOf(brandId: string, options?: RunOptions) {
    const actions = await readActions(outbox, brandId, options);
    return actions.map((action) => (isLeased(action, now()) ? action : { ...action, lease: null }));
  }

  /** The brand's optimistic updates; if the queue can't be read, only those of settled intents. */
  async function overlayNow(
    brandId: string,
    { orNone = false, ...options }: RunOptions & { orNone?: boolean } = {},
  ): Promise<Overlay> {
    // The order matters: an intent that is settled in between then shows as pending a moment longer, never as missing.
    const reading = actionsOf(brandId, options);
    const actions = await (orNone ? reading.catch(() => []) : reading);
    return overlayOf({ actions, settled: await receipts.uncopied(brandId) });
  }

  /** The same for a call that shows intents. Others don't wait for the queue's database, which may be busy or hang. */
  async function overlayFor(brandId: string, call: CopyCall, options?: RunOptions): Promise<Overlay> {
    if (call.overlay === null) return noOverlay;
    await receipts.ready(brandId);
    return overlayNow(brandId, options);
  }

  /** @throws {StorageUnavailableError} if the storage doesn't answer, so that its content is unknown */
  async function readStored({ brandId }: BrandSession, call: CopyCall, options?: RunOptions) {
    try {
      const overlay = await overlayFor(brandId, call, options);
      const question = { brandId, today: dayOf(new Date(now())), overlay, timeoutMs: options?.timeoutMs };
      return await answerFromCopy(copy, call, question);
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      // A damaged copy has no answer; the network fills it again.
      deps.reportError(error);
      return null;
    }
  }

  const fromCopy = (session: BrandSession, call: CopyCall): Promise<FromCopy> =>
    readStored(session, call).catch((error: unknown) => {
      deps.reportError(error);
      return 'unread' as const;
    });

  /** True if the answer was stored in the copy; false if the disk is full or the storage doesn't answer. */
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
   * The network's answer as read back from the copy: with optimistic updates, and with any newer records. If the copy could
   * not store it, its older data must not pass for the new answer.
   */
  async function answerOf(session: BrandSession, call: CopyCall, answer: Fetched): Promise<Response> {
    if (answer.status !== 200) return passedOn(answer);
    const stored = answer.isStored ? await fromCopy(session, call) : null;
    if (stored !== null && stored !== 'unread') return jsonAnswer(200, stored.body);
    if (call.overlay === null) return jsonAnswer(200, answer.body);
    return jsonAnswer(200, call.overlay(answer.body, await overlayNow(session.brandId, { orNone: true })));
  }

  /** Answers from the network if nothing is stored. A slow server doesn't count as a missing network. */
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

  /** Races the copy, if it could not be read yet, against the network. */
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

  /** Answers a page if the copy has no immediate answer. */
  const withoutStored = (found: null | 'unread', wanted: Wanted, asked: Asked): Promise<Response> =>
    found === null ? withoutCopy(wanted, asked) : withSlowCopy(wanted, asked);

  async function networkFirst(wanted: Wanted, keep: Keep): Promise<Response> {
    const { session, call } = wanted;
    const asked = fetchAndStore(session, call).catch(orFailure);
    keep(asked);
    const inTime = await Promise.race([asked, wait(timeoutMs).then(() => null)]);
    const isAnswer = inTime !== null && !(inTime instanceof NetworkFailure);
    // The copy is more useful than the error of a failing server.
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
    // A clock that was set back makes ages negative.
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
