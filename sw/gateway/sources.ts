import * as v from 'valibot';
import type { BrandSession } from '#contract/account/auth.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { limits } from '#domain/shared/limits.ts';
import { dayOf } from '#domain/time/period.ts';
import { type CopyCall, respondFromCopy } from '#sw/copy/copy-call.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import type { CopyResponse } from '#sw/copy/response-context.ts';
import type { RunOptions } from '#sw/database/database.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Reading, WriteGuard } from '#sw/database/write-guard.ts';
import { NetworkFailure, type NetworkResponse } from '#sw/network/network.ts';
import type { Reads } from '#sw/network/reads.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { forwardResponse, jsonResponse } from './json-answers.ts';
import { createOverlays } from './overlays.ts';

/** The copy's response; null if it has none. `unread`: its storage is unresponsive. */
type FromCopy = CopyResponse | null | 'unread';

/** The network's response, and whether it was stored in the copy. */
export type Fetched = NetworkResponse & { isStored: boolean };

export interface Sources {
  /**
   * The copy's response; null if it has none.
   * @throws {StorageUnavailableError} if the storage is unresponsive, in which case its content is unknown
   */
  readStored(session: BrandSession, call: CopyCall, options?: RunOptions): Promise<CopyResponse | null>;
  /** Like `readStored`, but resolves to `unread` instead of throwing. */
  fromCopy(session: BrandSession, call: CopyCall): Promise<FromCopy>;
  /** Fetches a call's response and stores it in the copy; resolves to a failure if the server was not reached. */
  ask(session: BrandSession, call: CopyCall): Promise<Fetched | NetworkFailure>;
  /**
   * The network's response as read back from the copy, with optimistic updates and any newer records. If the copy couldn't store
   * the response, older data from it must not be presented as new.
   */
  answerOf(session: BrandSession, call: CopyCall, answer: Fetched): Promise<Response>;
}

export interface SourcesDeps extends Pick<Runtime, 'copy' | 'outbox' | 'now'> {
  guard: WriteGuard;
  reads: Reads;
  receipts: Receipts;
  changed(kinds: ReadonlySet<ChangedKind>): Promise<void>;
  reportError(error: unknown): void;
}

/** The two sources of a call's response: the copy, and the network, whose responses the copy stores. */
export function createSources(deps: SourcesDeps): Sources {
  const { copy, now, guard, reads, receipts } = deps;
  const overlays = createOverlays(deps);

  async function readStored({ brandId }: BrandSession, call: CopyCall, options?: RunOptions) {
    try {
      const overlay = await overlays.of(brandId, call, options);
      const question = { brandId, today: dayOf(new Date(now())), overlay, timeoutMs: options?.timeoutMs };
      return await respondFromCopy(copy, call, question);
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

  return {
    readStored,
    fromCopy,
    ask: (session, call) => fetchAndStore(session, call).catch(orFailure),
    async answerOf(session, call, answer) {
      if (answer.status !== 200) return forwardResponse(answer);
      const stored = answer.isStored ? await fromCopy(session, call) : null;
      if (stored !== null && stored !== 'unread') return jsonResponse(200, stored.body);
      if (call.overlay === null) return jsonResponse(200, answer.body);
      return jsonResponse(200, call.overlay(answer.body, await overlays.now(session.brandId, { orNone: true })));
    },
  };
}

function orFailure(error: unknown): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  throw error;
}
