/**
 * Outcome of an idempotent request, inferred from its answer.
 *
 * `done`: it was applied. `refused`: the server won't apply it. `later`: the server, or a gateway in front of it, takes no such
 * requests at the moment. `unknown`: it may have been applied; a retry with the same key shows whether it was.
 */
export type AnswerMeaning = 'done' | 'refused' | 'later' | 'unknown' | 'session-over';

interface Answer {
  /** 0 where there was no answer. */
  status: number;
  /** The body is the contract's: the endpoint's answer, or an error with a code. Anything else speaks JSON, too. */
  isOfContract: boolean;
  /** The code of the contract's error. */
  code: string | null;
}

/** The one place that says what an answer to a change means. */
export function classifyAnswer({ status, isOfContract, code }: Answer): AnswerMeaning {
  if (status === 0) return 'unknown';
  if (status < 300) return isOfContract ? 'done' : 'unknown';
  if (status === 401) return 'session-over';
  // Only the server's own answer is final, not a gateway's.
  if (!isOfContract || status === 429 || status === 503) return 'later';
  // The first try is still being done: its result is a moment away.
  if (code === 'idempotency_in_progress') return 'unknown';
  return status >= 500 || status === 408 || status === 425 ? 'unknown' : 'refused';
}

/** True for any 2xx. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** True if there was no answer: none at all (0), or none in time (408). */
export const isUnanswered = (status: number): boolean => status === 0 || status === 408;

/** True for statuses that only gateways send, about an unreachable server. */
export const isOfGateway = (status: number): boolean => status === 502 || status === 504;

/**
 * Status of all attempts under a key after one failed. `settled`: none was applied, nor will be. `not-begun`: this one did
 * nothing, but an earlier one may have. `open`: nothing is known.
 */
export type AttemptStatus = 'settled' | 'not-begun' | 'open';

/** Refusals of the request itself. Any other may answer a retry of a request that has already been applied. */
const requestRefusals: readonly number[] = [400, 402, 404, 413, 422];

/** Refusals of this attempt alone, which did nothing. */
const atTheDoor: readonly number[] = [401, 403, 415, 429, 501];

/** Refusals because a campaign is over or its proposal has changed, which no attempt under the key can have passed. */
const isOfOver = (code: string | null) =>
  code === 'campaign_archived' || code === 'campaign_ended' || code === 'proposal_changed';

/** Classifies a failed attempt: does it settle the request? For payments, only a listed answer does. */
export function attemptStatus({ status, isOfContract, code }: Answer): AttemptStatus {
  // The server has acted on this key, but reads this request as a different one.
  if (!isOfContract || code === 'idempotency_key_reused') return 'open';
  if (requestRefusals.includes(status) || isOfOver(code)) return 'settled';
  // A server that lost its database, or is shutting down, may answer `unavailable` for a request that it has applied.
  return atTheDoor.includes(status) || code === 'payments_unavailable' ? 'not-begun' : 'open';
}

/** True where what a call names isn't there: no such record (404), or a name that none can have (400). */
export const isUnknownName = (status: number): boolean => status === 404 || status === 400;

/** True where a record isn't within this session's reach, be it another's or none. */
export const isOutOfReach = (status: number): boolean => status === 403 || status === 404;

/** True where the session isn't one that may make the call. */
export const isDenied = (status: number): boolean => status === 401 || status === 403;

const keptOutCodes: readonly (string | null)[] = ['email_not_verified', 'not_approved', 'suspended'];

/**
 * True for the server's own answer to a brand that may not use the dashboard: before its email is verified, before it is
 * approved, and while it is suspended. It is an expected answer, not a failure.
 */
export const isKeptOut = ({ status, code }: Pick<Answer, 'status' | 'code'>): boolean =>
  status === 403 && keptOutCodes.includes(code);

/** True for answers that a later try may not get: of a server, or a gateway before it, that is busy or in trouble. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501);

/** True where a server doesn't know the call itself, as one without the optional calls. */
export const isMissingCall = (status: number): boolean => status === 404 || status === 405 || status === 501;

/** True for refusals whose reason a user can mend: of what was filled in, of its price, of a campaign that is over by now. */
export const isMendable = ({ status, code }: Pick<Answer, 'status' | 'code'>): boolean =>
  status === 400 || status === 402 || isOfOver(code);
