/**
 * Outcome of a request to be done once, as an answer tells it.
 *
 * `done`: it was. `refused`: the server won't do it. `later`: nothing of this kind is taken just now, by the server or by
 * something before it. `unknown`: nobody knows whether it was done; asking again under the same key tells.
 */
export type AnswerMeaning = 'done' | 'refused' | 'later' | 'unknown' | 'session-over';

interface Given {
  /** 0 where there was no answer. */
  status: number;
  /** The body is the contract's: the endpoint's answer, or an error with a code. Anything else speaks JSON, too. */
  isOfContract: boolean;
  /** The code of the contract's error. */
  code: string | null;
}

/** The one place that says what an answer to a change means. */
export function classifyAnswer({ status, isOfContract, code }: Given): AnswerMeaning {
  if (status === 0) return 'unknown';
  if (status < 300) return isOfContract ? 'done' : 'unknown';
  if (status === 401) return 'session-over';
  // Only the server's own word is final: a gateway's is not.
  if (!isOfContract || status === 429 || status === 503) return 'later';
  // The first try is still being done: its result is a moment away.
  if (code === 'idempotency_in_progress') return 'unknown';
  return status >= 500 || status === 408 || status === 425 ? 'unknown' : 'refused';
}
