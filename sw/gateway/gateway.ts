import type { BrandSession } from '#contract/account/auth.ts';
import { uploadFiles } from '#contract/brand/storage.ts';
import { type CopyCall, copyCallOf } from '#sw/copy/copy-call.ts';
import type { RunOptions } from '#sw/database/database.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import { apiCallOf } from '#sw/network/api-call.ts';
import type { KeepAlive, Runtime } from '#sw/runtime/runtime.ts';
import { createForward, type ForwardDeps, type Taken } from './forward.ts';
import type { Intents } from './intents.ts';
import { storageTimeoutResponse } from './json-answers.ts';
import { createPatience, firstOf, type Patience } from './patience.ts';
import type { Reader } from './reader.ts';

/** Grace period for a page that has just started, which sends its session and first call at the same time. */
const introductionMs = 300;

interface Deps extends ForwardDeps, Pick<Runtime, 'monotonicNow' | 'wait'> {
  reader: Reader;
  intents: Intents;
}

/** A GET of a brand that the worker knows. */
interface Known {
  call: CopyCall;
  session: BrandSession;
  patience: Patience;
}

export interface Gateway {
  /** Returns the handler of a page's request; null if the worker doesn't handle it. */
  handlerOf(request: Request): ((keep: KeepAlive) => Promise<Response>) | null;
}

/** The single gateway between pages and the API. */
export function createGateway(deps: Deps): Gateway {
  const { wait, sessions, reader, intents } = deps;
  const forward = createForward(deps);

  async function sessionOf(request: Request, options?: RunOptions): Promise<BrandSession | null> {
    const authorization = request.headers.get('Authorization');
    if (authorization === null) return null;
    const known = await sessions.ofPage(authorization, options);
    if (known !== null) return known;
    await wait(introductionMs);
    return sessions.ofPage(authorization, options);
  }

  /** Responds to a brand's GET from the copy or the network. */
  async function read(request: Request, { call, session, patience }: Known, keep: KeepAlive): Promise<Response> {
    const noCache = /\bno-cache\b/.test(request.headers.get('Cache-Control') ?? '');
    return reader.answer({ session, call, noCache, patience }, keep);
  }

  /** Responds to a GET. If the page's session can't be read, races the server against the storage. */
  async function answerRead(request: Request, call: Taken, copied: CopyCall, keep: KeepAlive): Promise<Response> {
    const patience = createPatience(deps);
    const session = await sessionOf(request).catch((error: unknown) => {
      deps.reportError(error);
      return error instanceof StorageUnavailableError ? ('unread' as const) : null;
    });
    if (session !== null && session !== 'unread') return read(request, { call: copied, session, patience }, keep);
    const passed = forward(request, call, { session: null, body: '' }, keep);
    if (session === null) return passed;
    const over = new AbortController();
    const reading = patience.read((options) => sessionOf(request, options), over.signal);
    const answered = passed.then((response) => (response.type === 'error' ? null : response));
    const first = await firstOf(answered, reading);
    over.abort();
    if (first === 'unread') return storageTimeoutResponse();
    if (first === null) return passed;
    return 'brandId' in first ? read(request, { call: copied, session: first, patience }, keep) : first;
  }

  async function answer(request: Request, call: Taken, keep: KeepAlive): Promise<Response> {
    if (request.method === 'GET' && call.copied !== null) return answerRead(request, call, call.copied, keep);
    const body = request.method === 'GET' ? '' : await request.text();
    // Without storage, the app works as if it had no worker, with the page's own token.
    const session = await sessionOf(request)
      .catch(deps.reportError)
      .then((found) => found ?? null);
    if (session === null) return forward(request, call, { session, body }, keep);
    const taken = await intents.take({ session, call, headers: request.headers, body }, keep);
    return taken ?? forward(request, call, { session, body }, keep);
  }

  return {
    handlerOf(request) {
      const call = apiCallOf(request.method, request.url);
      // Files are too large to buffer here, and a GET that isn't stored gains nothing from the worker.
      if (call === null || call.endpoint === uploadFiles) return null;
      const copied = copyCallOf(call);
      if (call.endpoint.method === 'GET' && copied === null) return null;
      return (keep) => answer(request, { ...call, copied }, keep);
    },
  };
}
