import * as v from 'valibot';
import { type BrandSession, brandSessionSchema, login, refreshBrand, signup } from '#contract/account/auth.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { limits } from '#domain/shared/limits.ts';
import type { CopyCall } from '#sw/copy/copy-call.ts';
import { type CopyWrite, writeCopy } from '#sw/copy/copy-write.ts';
import type { WriteGuard } from '#sw/database/write-guard.ts';
import type { ApiCall } from '#sw/network/api-call.ts';
import { type Network, NetworkFailure, type NetworkResponse } from '#sw/network/network.ts';
import type { AuthorizedClient, Sessions } from '#sw/network/session.ts';
import { isQueueable, recordInResponse } from '#sw/queue/kinds.ts';
import { noteSentPast } from '#sw/queue/outbox/held-changes.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { KeepAlive, Runtime } from '#sw/runtime/runtime.ts';
import { forwardResponse, intermediaryError, jsonOf, notStoredResponse } from './json-answers.ts';

/** Slightly longer than a page's own timeout, so the page reports a timeout first. */
const timeoutMs = limits.requestTimeoutMs + 2_000;
export interface ForwardDeps extends Pick<Runtime, 'copy' | 'outbox' | 'now'> {
  network: Network;
  authorised: AuthorizedClient;
  sessions: Sessions;
  receipts: Receipts;
  guard: WriteGuard;
  changed(kinds: ReadonlySet<ChangedKind>): Promise<void>;
  /** Called when the server has applied a write, so other data may have changed and must be fetched. */
  onWritten(): Promise<unknown>;
  /** Called after a login, so the brand's queue can be sent and its copy synced. */
  onLogin(): Promise<unknown>;
  reportError(error: unknown): void;
}

/** A page's call, and its counterpart in the copy. */
export interface Taken extends ApiCall {
  copied: CopyCall | null;
}

interface Sent {
  session: BrandSession | null;
  body: string;
}

interface Passed {
  body: string;
  answer: NetworkResponse;
}

/** Forwards a request unchanged, and returns the server's response. */
type Forward = (request: Request, call: Taken, sent: Sent, keep: KeepAlive) => Promise<Response>;

/** Forwards requests that neither the copy nor the queue handles, and stores what their responses change. */
export function createForward(deps: ForwardDeps): Forward {
  const { copy, now, network, authorised, sessions, guard } = deps;

  /** Forwards a request with the page's brand session. */
  async function send(request: Request, call: ApiCall, session: BrandSession | null, body: string) {
    const key = request.headers.get('Idempotency-Key');
    if (key !== null && isQueueable(call.endpoint)) await noteSentPast(deps.outbox, key);
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

  async function learn(call: Taken, session: BrandSession | null, { body, answer }: Passed, keep: KeepAlive) {
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
    // An intermediary may respond with JSON, too; the page handles such a response.
    if (session === null || !v.is(endpoint.answer, answer.body)) return;
    const write = { copy, guard, brandId: session.brandId, storedAt: now(), reading: answer.reading };
    const store = async (writing: CopyWrite) => copied?.store(writing, answer.body);
    const { kinds } = await writeCopy(write, store).catch((error: unknown) => {
      const record = recordInResponse(endpoint, answer.body);
      if (record !== null) deps.receipts.hold(session.brandId, record);
      throw error;
    });
    if (kinds.size > 0) await deps.changed(kinds);
    keep(deps.onWritten());
  }

  return async (request, call, { session, body }, keep) => {
    try {
      const answer = await send(request, call, session, body);
      await learn(call, session, { body, answer }, keep).catch(deps.reportError);
      return forwardResponse(answer);
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      // The page words the error and decides on a retry, as it would without a worker.
      return intermediaryError(error) ?? (isQueueable(call.endpoint) ? notStoredResponse() : Response.error());
    }
  };
}
