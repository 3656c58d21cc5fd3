import * as v from 'valibot';
import { type ErrorCode, errorCodes } from '#contract/wire/error.ts';
import { withoutPath } from '#domain/shared/field-words.ts';

/** Failures before the server has responded, or with a response that can't be used. */
type ClientErrorCode =
  | 'network'
  | 'safari'
  | 'cors'
  | 'dns'
  | 'timeout'
  | 'unreadable_answer'
  | 'session_ended'
  | 'unknown';
export type ApiErrorCode = ErrorCode | ClientErrorCode;

/** Messages for failures without a message from the server. */
export const errorTexts = {
  network: 'Network error: Unable to connect to the server. Please check your internet connection and try again.',
  safari:
    "Safari network error: Unable to load the resource. This may be due to Safari's caching or network policies. Please try refreshing the page.",
  cors: 'CORS error: The server is not allowing requests from this domain. Please contact support.',
  dns: 'DNS error: Unable to resolve the server address. Please check your internet connection.',
  timeout: 'Request timeout',
  unreadable: 'The server’s response couldn’t be read. Please try again later.',
  status: (status: number) => `API responded with status: ${status}`,
  noAuthConfig: 'No auth config provided',
  noRefreshToken: 'No refresh token available',
  noSession: 'No session available',
  refreshFailed: 'Failed to refresh token',
  refreshFormat: 'Invalid refresh response format',
  refreshAccessToken: 'No access token in refresh response',
  refreshSessionType: 'Unable to determine session type for refresh',
  tryAgain: 'Please try again.',
} as const;

/** A failed call. `status` is 0 if no server responded, 408 after a timeout. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  /** The raw response body: for a decision's 412, an `offerChangedSchema`. */
  readonly body: unknown;
  /** True if an earlier attempt got no response: the server may have applied it, whatever it returns for the retry. */
  readonly mayHaveArrived: boolean;

  constructor(status: number, code: ApiErrorCode, message: string, body?: unknown, mayHaveArrived = false) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** Copies the error with the call's own `mayHaveArrived`, which differs between calls that share one failed refresh. */
export function afterSends(error: unknown, mayHaveArrived: boolean): unknown {
  if (!(error instanceof ApiError) || error.mayHaveArrived === mayHaveArrived) return error;
  return new ApiError(error.status, error.code, error.message, error.body, mayHaveArrived);
}

const saidSchema = v.object({ message: v.optional(v.unknown()), code: v.optional(v.unknown()) });

const isErrorCode = (value: unknown): value is ErrorCode => (errorCodes as readonly unknown[]).includes(value);

const textOf = (status: number) => (status === 408 ? errorTexts.timeout : errorTexts.status(status));

/** Error for a response that isn't 2xx, with the server's own message if it has one. */
export function errorFromResponse(status: number, body: unknown): ApiError {
  const said = v.safeParse(saidSchema, body);
  const { message, code } = said.success ? said.output : {};
  return new ApiError(
    status,
    isErrorCode(code) ? code : status === 408 ? 'timeout' : 'unknown',
    typeof message === 'string' && message !== '' ? withoutPath(message) : textOf(status),
    body,
  );
}

/** Error for a fetch without a response. Browsers distinguish the causes only in the message text. */
export function errorOfNetwork(cause: unknown, isSafari: boolean): ApiError {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/\bcors\b|cross-origin|access-control/i.test(text)) return new ApiError(0, 'cors', errorTexts.cors);
  if (/\bdns\b|name.not.resolved|enotfound|hostname could not be found/i.test(text)) {
    return new ApiError(0, 'dns', errorTexts.dns);
  }
  if (isSafari && /load failed|cannot load|could not load/i.test(text)) {
    return new ApiError(0, 'safari', errorTexts.safari);
  }
  return new ApiError(0, 'network', errorTexts.network);
}

const ownWordsSchema = v.object({ message: v.string(), code: v.string() });

/** True if the response is our server's own: gateways and captive portals send error statuses, too. */
export const isServerError = (error: unknown): error is ApiError =>
  error instanceof ApiError && v.is(ownWordsSchema, error.body);

/** True if no server was reached, so the local copy or a retry may still help. */
export const isNetworkFailure = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Message to show for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : errorTexts.tryAgain;
}
