import * as v from 'valibot';
import { type BrandSession, brandSessionSchema, login, refreshBrand, signup } from '#contract/account/auth.ts';
import { uploadFiles } from '#contract/brand/storage.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { limits } from '#domain/shared/limits.ts';
import { type CopyCall, copyCallOf } from '#sw/copy/copy-call.ts';
import { type CopyWrite, writeCopy } from '#sw/copy/copy-write.ts';
import type { RunOptions } from '#sw/database/database.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { WriteGuard } from '#sw/database/write-guard.ts';
import { type ApiCall, apiCallOf } from '#sw/network/api-call.ts';
import { type Network, type NetworkAnswer, NetworkFailure } from '#sw/network/network.ts';
import type { Authorised, Sessions } from '#sw/network/session.ts';
import { isKept, settledBy } from '#sw/queue/kinds.ts';
import { noteSentPast } from '#sw/queue/outbox/held.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { Keep, Runtime } from '#sw/runtime/runtime.ts';
import type { Intents } from './intents.ts';
import { jsonOf, notKept, passedOn, refusedOnTheWay, storageSilent } from './json-answers.ts';
import { createPatience, firstOf, type Patience } from './patience.ts';
import type { Reader } from './reader.ts';

/** Slightly longer than a page's own timeout, so that the page reports it first. */
const timeoutMs = limits.requestTimeoutMs + 2_000;
/** Grace period for a page that has just started, which sends its session and its first call at the same time. */
const introductionMs = 300;

interface Deps extends Pick<Runtime, 'copy' | 'outbox' | 'now' | 'monotonicNow' | 'wait'> {
  network: Network;
  authorised: Authorised;
  sessions: Sessions;
  reader: Reader;
  intents: Intents;
  receipts: Receipts;
  guard: WriteGuard;
  changed(kinds: ReadonlySet<ChangedKind>): Promise<void>;
  /** The server applied a write, so other data may have changed and must be fetched. */
  onWritten(): Promise<unknown>;
  /** A brand can send again, so drain its queue and sync. */
  onLogin(): Promise<unknown>;
  reportError(error: unknown): void;
}

/** A page's call, with the copy's part in it. */
interface Taken extends ApiCall {
  copied: CopyCall | null;
}

/** A GET of a brand that the worker knows. */
interface Known {
  call: CopyCall;
  session: BrandSession;
  patience: Patience;
}

/** A request's body, and what the server answered to it. */
interface Passed {
  body: string;
  answer: NetworkAnswer;
}

export interface Gateway {
  /** Handler of a page's request; null where it is none to the API that the worker has a part in. */
  handlerOf(request: Request): ((keep: Keep) => Promise<Response>) | null;
}

/** The one gateway between the pages and the API. */
export function createGateway(deps: Deps): Gateway {
  const { copy, now, wait, network, authorised, sessions, reader, intents, guard } = deps;

  async function sessionOf(request: Request, options?: RunOptions): Promise<BrandSession | null> {
    const authorization = request.headers.get('Authorization');
    if (authorization === null) return null;
    const known = await sessions.ofPage(authorization, options);
    if (known !== null) return known;
    await wait(introductionMs);
    return sessions.ofPage(authorization, options);
  }

  /** Passes a request on, in the name of the page's brand. */
  async function send(request: Request, call: ApiCall, session: BrandSession | null, body: string) {
    const key = request.headers.get('Idempotency-Key');
    if (key !== null && isKept(call.endpoint)) await noteSentPast(deps.outbox, key);
    const headers = Object.fromEntries(
      ['Content-Type', 'Idempotency-Key', 'If-Match', 'Authorization'].flatMap((name) => {
        const value = request.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    const given = {
      method: call.endpoint.method,
      path: call.path,
      headers,
      timeoutMs,
      ...(body === '' ? {} : { body }),
    };
    return session === null ? network.send(given) : authorised.send(session, given);
  }

  async function learn(call: Taken, session: BrandSession | null, { body, answer }: Passed, keep: Keep) {
    const { endpoint, copied } = call;
    if (endpoint.method === 'GET' || answer.status >= 300) return;
    if (endpoint === login || endpoint === signup || endpoint === refreshBrand) {
      const parsed = v.safeParse(brandSessionSchema, answer.body);
      if (!parsed.success) return;
      if (endpoint === refreshBrand) {
        const asked = v.safeParse(refreshBrand.body, jsonOf(body));
        if (asked.success) await sessions.offerSuccessor(parsed.output, asked.output.refreshToken);
      } else if (await sessions.offer(parsed.output, { isLogin: true })) keep(deps.onLogin());
      return;
    }
    // A gateway may answer in JSON, too; the page decides.
    if (session === null || !v.is(endpoint.answer, answer.body)) return;
    const write = { copy, guard, brandId: session.brandId, storedAt: now(), reading: answer.reading };
    const store = async (writing: CopyWrite) => copied?.store(writing, answer.body);
    const { kinds } = await writeCopy(write, store).catch((error: unknown) => {
      const record = settledBy(endpoint, answer.body);
      if (record !== null) deps.receipts.hold(session.brandId, record);
      throw error;
    });
    if (kinds.size > 0) await deps.changed(kinds);
    keep(deps.onWritten());
  }

  async function passThrough(request: Request, call: Taken, session: BrandSession | null, body: string, keep: Keep) {
    try {
      const answer = await send(request, call, session, body);
      await learn(call, session, { body, answer }, keep).catch(deps.reportError);
      return passedOn(answer);
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      // The page words the error and decides on a retry, as it would without a worker.
      return refusedOnTheWay(error) ?? (isKept(call.endpoint) ? notKept() : Response.error());
    }
  }

  /** Answers a GET in the name of a brand, from the copy or the network. */
  async function read(request: Request, { call, session, patience }: Known, keep: Keep): Promise<Response> {
    const noCache = /\bno-cache\b/.test(request.headers.get('Cache-Control') ?? '');
    return reader.answer({ session, call, noCache, patience }, keep);
  }

  /** Answers a GET. A page whose session can't be read is answered by the server, or else as soon as it can be. */
  async function answerRead(request: Request, call: Taken, copied: CopyCall, keep: Keep): Promise<Response> {
    const patience = createPatience(deps);
    const session = await sessionOf(request).catch((error: unknown) => {
      deps.reportError(error);
      return error instanceof StorageUnavailableError ? ('unread' as const) : null;
    });
    if (session !== null && session !== 'unread') return read(request, { call: copied, session, patience }, keep);
    const passed = passThrough(request, call, null, '', keep);
    if (session === null) return passed;
    const over = new AbortController();
    const reading = patience.read((options) => sessionOf(request, options), over.signal);
    const answered = passed.then((response) => (response.type === 'error' ? null : response));
    const first = await firstOf(answered, reading);
    over.abort();
    if (first === 'unread') return storageSilent();
    if (first === null) return passed;
    return 'brandId' in first ? read(request, { call: copied, session: first, patience }, keep) : first;
  }

  async function answer(request: Request, call: Taken, keep: Keep): Promise<Response> {
    if (request.method === 'GET' && call.copied !== null) return answerRead(request, call, call.copied, keep);
    const body = request.method === 'GET' ? '' : await request.text();
    // Without a storage the app works as without a worker: by the page's own token.
    const session = await sessionOf(request)
      .catch(deps.reportError)
      .then((found) => found ?? null);
    if (session === null) return passThrough(request, call, null, body, keep);
    const taken = await intents.take({ session, call, headers: request.headers, body }, keep);
    return taken ?? passThrough(request, call, session, body, keep);
  }

  return {
    handlerOf(request) {
      const call = apiCallOf(request.method, request.url);
      // A file is too large to be held here, and a GET that is not stored has nothing to gain.
      if (call === null || call.endpoint === uploadFiles) return null;
      const copied = copyCallOf(call);
      if (call.endpoint.method === 'GET' && copied === null) return null;
      return (keep) => answer(request, { ...call, copied }, keep);
    },
  };
}
