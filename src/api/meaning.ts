import { ApiError } from './error.ts';

/**
 * Meaning of a failed call for the thing that was asked for. `passing`: nothing, for no server answered or one was busy, and the
 * same call may be answered soon. `broken`: the server failed in it. `unusable`: an answer came that can't be used, which
 * another try gets again. `session`: nothing, for the session has ended. `no`: the server looked at it and refused.
 */
export type Meaning = 'passing' | 'broken' | 'unusable' | 'session' | 'no';

/** Too slow, too many, and what gateways say while the server behind them is away. */
const passingStatuses: readonly number[] = [408, 429, 502, 503, 504];

/** Null for what is no failed call. */
export function meaningOf(error: unknown): Meaning | null {
  if (!(error instanceof ApiError)) return null;
  const { code, status } = error;
  if (code === 'not_available_offline' || code === 'unreadable_answer') return 'unusable';
  if (status < 400 || passingStatuses.includes(status)) return 'passing';
  if (status === 401) return 'session';
  return status >= 500 ? 'broken' : 'no';
}
