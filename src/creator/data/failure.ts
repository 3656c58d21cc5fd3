import * as v from 'valibot';
import { type ErrorBody, type ErrorCode, errorBodySchema } from '#contract/wire/error.ts';
import { classifyResponse, hasNoResponse, isSuccess } from '#domain/intents/classify-response.ts';

/** A failed call, or one whose response can't be used. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** 0 without a response, 408 after a timeout. */
  readonly status: number;
  /** The server's own error; null if the response came from a gateway or portal, or there was none. */
  readonly said: ErrorBody | null;
  readonly body: unknown;
  /** Delay that the server requested before a retry, ms. */
  readonly retryAfterMs: number | null;

  constructor(status: number, body: unknown = null, retryAfterMs: number | null = null) {
    const said = v.safeParse(errorBodySchema, body);
    super(said.success ? said.output.message : `No answer (${status})`);
    this.status = status;
    this.said = said.success ? said.output : null;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Error code from our server; null for any other failure. */
export const codeOf = (error: unknown): ErrorCode | null =>
  error instanceof CallFailure ? (error.said?.code ?? null) : null;

/**
 * True if a retry may succeed: there was no response, or a temporary failure. Responses that aren't our server's come
 * from a portal or gateway, whatever their status. That includes a 401, since a creator's link has no session that
 * could expire.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false;
  const { status, said } = error;
  if (isUnreadable(error)) return false;
  if (said === null) return true;
  const meaning = classifyResponse({ status, code: said.code, isOfContract: true });
  return meaning === 'later' || meaning === 'unknown';
}

/** True if the call succeeded, but the response doesn't match this version's schema. */
export const isUnreadable = (error: unknown): boolean => error instanceof CallFailure && isSuccess(error.status);

/** True if the network failed rather than the server. */
export const isNetwork = (error: unknown): boolean =>
  error instanceof CallFailure && (hasNoResponse(error.status) || error.said === null);

/** The server's message about one field of the request; null if it has none. */
export function issueOf(error: unknown, field: string): string | null {
  if (!(error instanceof CallFailure)) return null;
  return error.said?.issues?.find(({ path }) => path === field || path.endsWith(`.${field}`))?.message ?? null;
}
