/**
 * Outcome of an idempotent request, inferred from its response.
 *
 * `done`: it was applied. `refused`: the server won't apply it. `later`: the server, or a gateway in front of it, accepts no such
 * requests at the moment. `unknown`: it may have been applied; a retry with the same key shows whether it was.
 */
export type ResponseMeaning = 'done' | 'refused' | 'later' | 'unknown' | 'session-over';

interface ResponseFacts {
  /** 0 if there was no response. */
  status: number;
  /**
   * True if the body matches the contract: the endpoint's response, or an error with a code. Intermediaries may send JSON, too.
   */
  isOfContract: boolean;
  /** The code of the contract's error. */
  code: string | null;
}

/** Interprets the response to a write. All code that sends writes uses this function. */
export function classifyResponse({ status, isOfContract, code }: ResponseFacts): ResponseMeaning {
  if (status === 0) return 'unknown';
  if (status < 300) return isOfContract ? 'done' : 'unknown';
  if (status === 401) return 'session-over';
  // Only the server's own response is final, not a gateway's.
  if (!isOfContract || status === 429 || status === 503) return 'later';
  // The first attempt is still in progress and about to finish.
  if (code === 'idempotency_in_progress') return 'unknown';
  return status >= 500 || status === 408 || status === 425 ? 'unknown' : 'refused';
}

/** True for any 2xx status. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** True if there was no response at all (0), or none in time (408). */
export const hasNoResponse = (status: number): boolean => status === 0 || status === 408;

/** True for statuses that only gateways send, if the server is unreachable. */
export const isOfGateway = (status: number): boolean => status === 502 || status === 504;

/**
 * Status of all attempts with the same key after one failed. `settled`: none was or will be applied. `not-begun`: the failed one
 * did nothing, but an earlier one may have. `open`: unknown.
 */
export type AttemptStatus = 'settled' | 'not-begun' | 'open';

/** Refusals of the request itself. Any other status may come from retrying a request that was already applied. */
const requestRefusals: readonly number[] = [400, 402, 404, 413, 422];

/** Refusals of this attempt alone, which had no effect. */
const atTheDoor: readonly number[] = [401, 403, 415, 429, 501];

/** Refusals because a campaign is over or its proposal has changed; no attempt with the key can have been applied. */
const isOfOver = (code: string | null) =>
  code === 'campaign_archived' || code === 'campaign_ended' || code === 'proposal_changed';

/**
 * Classifies a failed attempt, to decide whether it settles the request. A payment is settled only by the responses listed here.
 */
export function attemptStatus({ status, isOfContract, code }: ResponseFacts): AttemptStatus {
  // The server has processed this key, but considers this a different request.
  if (!isOfContract || code === 'idempotency_key_reused') return 'open';
  if (requestRefusals.includes(status) || isOfOver(code)) return 'settled';
  // A server that lost its database, or is shutting down, may respond `unavailable` to a request that it has applied.
  return atTheDoor.includes(status) || code === 'payments_unavailable' ? 'not-begun' : 'open';
}

/** True if the record that the call names doesn't exist: no such record (404), or an invalid id (400). */
export const isUnknownName = (status: number): boolean => status === 404 || status === 400;

/** True if this session can't access the record, because it belongs to another account or doesn't exist. */
export const isOutOfReach = (status: number): boolean => status === 403 || status === 404;

/** True if the session isn't allowed to make the call. */
export const isDenied = (status: number): boolean => status === 401 || status === 403;

const keptOutCodes: readonly (string | null)[] = ['email_not_verified', 'not_approved', 'suspended'];

/**
 * True for the server's own response to a brand without access to the dashboard: before its email is verified, before it is
 * approved, and while it is suspended. It is an expected response, not a failure.
 */
export const isKeptOut = ({ status, code }: Pick<ResponseFacts, 'status' | 'code'>): boolean =>
  status === 403 && keptOutCodes.includes(code);

/** True for transient errors, from a busy or failing server or gateway. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501);

/** True if a server lacks the endpoint, as other providers' servers may lack the optional ones. */
export const isMissingEndpoint = (status: number): boolean => status === 404 || status === 405 || status === 501;

/**
 * True for refusals that the user can resolve: invalid input (400), insufficient funds or a declined card (402), or a campaign
 * that is over by now.
 */
export const isMendable = ({ status, code }: Pick<ResponseFacts, 'status' | 'code'>): boolean =>
  status === 400 || status === 402 || isOfOver(code);
