import { call } from '#api/client.ts';
import { ApiError, isOfServer } from '#api/error.ts';
import { createCampaign } from '#contract/campaign.ts';
import { type Attempt, clearAttempt, readAttempt, writeAttempt } from './attempt.ts';
import { setAskingForCreation } from './attempt-store.ts';

/** Result of an attempt, as far as it is known. */
export type Outcome = { kind: 'created'; id: string } | { kind: 'failed'; error: ApiError } | { kind: 'unknown' };

/** The server looked at this very wish and said no: nothing was made for it, nor will be. */
const isFirmNo = (error: ApiError) =>
  isOfServer(error) && ([400, 402, 404, 413, 422].includes(error.status) || error.code === 'campaign_archived');

/** The server did not begin, or took back what it had begun. Said to the first try only: an earlier one may have arrived. */
const isUndone = (error: ApiError) =>
  !error.mayHaveArrived &&
  (error.code === 'session_ended' ||
    (isOfServer(error) &&
      ([401, 403, 429].includes(error.status) || error.code === 'unavailable' || error.code === 'internal')));

async function ask({ key, body }: Attempt, isFirst: boolean): Promise<Outcome> {
  try {
    const { data } = await call(createCampaign, { body, idempotencyKey: key });
    return { kind: 'created', id: data.id };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'unknown' };
    return isFirmNo(error) || (isFirst && isUndone(error)) ? { kind: 'failed', error } : { kind: 'unknown' };
  }
}

/** One page at a time asks; the others then find the attempt settled. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('afield-campaign', work) : work();

function settle(attempt: Attempt, outcome: Outcome): Outcome {
  if (outcome.kind === 'created') clearAttempt();
  else if (outcome.kind === 'failed') {
    if (isFirmNo(outcome.error)) clearAttempt();
    else writeAttempt({ ...attempt, failed: true });
  }
  return outcome;
}

/** Asks for a campaign. Written down before the first try: a page that is closed in the middle leaves a trace. */
export function askForCampaign(attempt: Attempt): Promise<Outcome> {
  return alone(async () => {
    // Another tab's attempt that is open stands first: there is one at a time on a device.
    const other = readAttempt();
    if (other && !other.failed && other.key !== attempt.key) return { kind: 'unknown' };
    setAskingForCreation(true);
    writeAttempt(attempt);
    try {
      return settle(attempt, await ask(attempt, true));
    } finally {
      setAskingForCreation(false);
    }
  });
}

/**
 * Asks again by the same key: the server makes the campaign if it never heard of it, else says what came of it. Null where
 * another page has found out.
 */
export function askAgain(key: string): Promise<Outcome | null> {
  return alone(async () => {
    const attempt = readAttempt();
    if (attempt?.key !== key || attempt.failed) return null;
    return settle(attempt, await ask(attempt, false));
  });
}
