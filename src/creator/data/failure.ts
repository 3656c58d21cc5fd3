import * as v from 'valibot';
import { type ErrorBody, type ErrorCode, errorBodySchema } from '#contract/wire/error.ts';
import { classifyAnswer, isSuccess, isUnanswered } from '#domain/intents/classify-answer.ts';

/** The reason a call has no usable answer. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** 0 where nothing answered, 408 where it took too long. */
  readonly status: number;
  /** Words of the server itself; null where a network, a gateway or a portal on the way did. */
  readonly said: ErrorBody | null;
  readonly body: unknown;
  /** Wait until the server wants to be asked again, ms. */
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

/** Code of the server's answer; null for all else. */
export const codeOf = (error: unknown): ErrorCode | null =>
  error instanceof CallFailure ? (error.said?.code ?? null) : null;

/**
 * True if the answer may yet come: nothing answered, or something that only has no time now. Answers that aren't the
 * server's own are of a portal or a gateway, whatever their status: a 401, too, for a creator's link has no session that ends.
 */
export function mayComeBy(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false;
  const { status, said } = error;
  if (isUnreadable(error)) return false;
  if (said === null) return true;
  const meaning = classifyAnswer({ status, code: said.code, isOfContract: true });
  return meaning === 'later' || meaning === 'unknown';
}

/** True if the server did it, in words of another version than this page's. */
export const isUnreadable = (error: unknown): boolean => error instanceof CallFailure && isSuccess(error.status);

/** True if it is the network, rather than a server that is in trouble. */
export const isNetwork = (error: unknown): boolean =>
  error instanceof CallFailure && (isUnanswered(error.status) || error.said === null);

/** The server's sentence about one value of what was sent; null where it has none. */
export function issueOf(error: unknown, field: string): string | null {
  if (!(error instanceof CallFailure)) return null;
  return error.said?.issues?.find(({ path }) => path === field || path.endsWith(`.${field}`))?.message ?? null;
}
