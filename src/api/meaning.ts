import {
  type AttemptStatus,
  attemptStatus,
  classifyResponse,
  isDenied,
  isOfGateway,
  isUnknownName,
} from '#domain/intents/classify-response.ts';
import { ApiError, type ApiErrorCode, isServerError } from './error.ts';

/**
 * Meaning of a failed call. `passing`: no server responded, or it was busy, and a retry may succeed soon. `broken`: the
 * server failed to process it. `unusable`: the response can't be used, and a retry would get the same one. `session`:
 * the session has ended. `no`: the server processed the call and refused it.
 */
export type Meaning = 'passing' | 'broken' | 'unusable' | 'session' | 'no';

/**
 * Errors that the page needn't retry: the worker has already waited for its storage, and refetches once the storage
 * responds.
 */
const unusable: readonly ApiErrorCode[] = ['not_available_offline', 'storage_unavailable', 'unreadable_answer'];

/** Classifies an error; null if it isn't a failed call. */
export function classifyError(error: unknown): Meaning | null {
  if (!(error instanceof ApiError)) return null;
  const { code, status } = error;
  if (unusable.includes(code)) return 'unusable';
  if (status < 400) return 'passing';
  // Treat every response as the contract's, although a captive portal may have sent it. Callers that must know also
  // check `isServerError`.
  const meaning = classifyResponse({ status, code, isOfContract: true });
  if (meaning === 'session-over') return 'session';
  if (meaning === 'refused') return 'no';
  return meaning === 'unknown' && status >= 500 && !isOfGateway(status) ? 'broken' : 'passing';
}

/** Status of all attempts under an idempotency key after one of them has failed. */
export const attemptStatusAfter = (error: ApiError): AttemptStatus =>
  attemptStatus({ status: error.status, code: error.code, isOfContract: isServerError(error) });

/** True for a call about a record or link that doesn't exist or is malformed. */
export const isUnknownRecord = (error: unknown): boolean => error instanceof ApiError && isUnknownName(error.status);

/** True for a call that needs a session, or a different one. */
export const needsSession = (error: unknown): boolean => error instanceof ApiError && isDenied(error.status);
