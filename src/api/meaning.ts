import {
  classifyAnswer,
  isDenied,
  isOfGateway,
  isUnknownName,
  type Standing,
  standingOf,
} from '#domain/classify-answer.ts';
import { ApiError, type ApiErrorCode, isOfServer } from './error.ts';

/**
 * Meaning of a failed call for the thing that was asked for. `passing`: nothing, for no server answered or one was busy, and the
 * same call may be answered soon. `broken`: the server failed in it. `unusable`: an answer came that can't be used, which
 * another try gets again. `session`: nothing, for the session has ended. `no`: the server looked at it and refused.
 */
export type Meaning = 'passing' | 'broken' | 'unusable' | 'session' | 'no';

/** The worker has waited for the storage as long as a page does, and reads again when it answers. */
const unusable: readonly ApiErrorCode[] = ['not_available_offline', 'storage_unavailable', 'unreadable_answer'];

/** Null for what is no failed call. */
export function meaningOf(error: unknown): Meaning | null {
  if (!(error instanceof ApiError)) return null;
  const { code, status } = error;
  if (unusable.includes(code)) return 'unusable';
  if (status < 400) return 'passing';
  // A read may be told no by a portal as by the server, so that every answer is taken at its word.
  const meaning = classifyAnswer({ status, code, isOfContract: true });
  if (meaning === 'session-over') return 'session';
  if (meaning === 'refused') return 'no';
  return meaning === 'unknown' && status >= 500 && !isOfGateway(status) ? 'broken' : 'passing';
}

/** The standing of all tries under a key after a failed one. */
export const standingAfter = (error: ApiError): Standing =>
  standingOf({ status: error.status, code: error.code, isOfContract: isOfServer(error) });

/** True for a call about a record or link that isn't there, or isn't even one. */
export const isUnknownRecord = (error: unknown): boolean => error instanceof ApiError && isUnknownName(error.status);

/** True for a call that needs a session, or another's. */
export const needsSession = (error: unknown): boolean => error instanceof ApiError && isDenied(error.status);
