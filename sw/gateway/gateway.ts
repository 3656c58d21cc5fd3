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
/** Grace period for a page that has just started, which sends its session and first call at the same time. */
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

/** A page's call, and its counterpart in the copy. */
interface Taken extends ApiCall {
  copied: CopyCall | null;
}

/** A GET of a brand that the worker knows. */
interface Known {
  call: CopyCall;
  session: BrandSession;
  patience: Patience;
}

/** A request's body and the server's response. */
interface Passed {
  body: string;
  answer: NetworkAnswer;
}

export interface Gateway {
  /** Returns the handler of a page's request; null if the worker doesn't handle it. */
  handlerOf(request: Request): ((keep: Keep) => Promise<Response>) | null;
}

/** The single gateway between pages and the API. */
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

  /** Forwards a request with the page's brand session. */
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
    // An intermediary may respond with JSON, too; the page decides.
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

  /** Responds to a brand's GET from the copy or the network. */
  async function read(request: Request, { call, session, patience }: Known, keep: Keep): Promise<Response> {
    const noCache = /\bno-cache\b/.test(request.headers.get('Cache-Control') ?? '');
    return reader.answer({ session, call, noCache, patience }, keep);
  }

  /** Responds to a GET. If the page's session can't be read, races the server against the storage. */
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
    // Without storage, the app works as if it had no worker, with the page's own token.
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
      // Files are too large to buffer here, and a GET that isn't stored gains nothing.
      if (call === null || call.endpoint === uploadFiles) return null;
      const copied = copyCallOf(call);
      if (call.endpoint.method === 'GET' && copied === null) return null;
      return (keep) => answer(request, { ...call, copied }, keep);
    },
  };
}
