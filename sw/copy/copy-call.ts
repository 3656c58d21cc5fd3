import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Day } from '#domain/period.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema } from '#sw/database/schema.ts';
import type { AnswerContext, CopyAnswer } from './answers/answer-context.ts';
import { DamagedCopyError, readCopy } from './copy-read.ts';
import { type CallMade, readCall } from './copy-row.ts';
import type { CopyWrite } from './copy-write.ts';
import { noOverlay, type Overlay } from './overlay.ts';
import { makeAnew, syncOf } from './sync-row.ts';
import { copyTable } from './table.ts';

/** A call with the copy's part in it: found once, and handed on to all who read, fetch and store. */
export interface CopyCall {
  readonly endpoint: Endpoint;
  /** Path and query as the server knows them. */
  readonly path: string;
  answer(context: AnswerContext): Promise<CopyAnswer | null>;
  /**
   * Stores the server's answer as what it is made of.
   * @throws {v.ValiError} where the body isn't the contract's: it may be a captive portal's
   */
  store(write: CopyWrite, body: unknown): Promise<void>;
  /** Lays intents over an answer that could not be stored; null for a call that shows none. */
  readonly overlay: ((body: unknown, overlay: Overlay) => unknown) | null;
}

/** The copy's part in a call; null where it has none, and where the server would refuse what is asked. */
export function copyCallOf(made: CallMade): CopyCall | null {
  const { endpoint, url } = made;
  const part = copyTable.get(endpoint);
  const asked = part && readCall(made);
  if (!part || !asked) return null;
  const { overlay } = part;
  return {
    endpoint,
    path: `${url.pathname}${url.search}`,
    answer: async (context) => (await part.answer?.(context, asked)) ?? null,
    store: async (write, body) => part.store(write, v.parse(endpoint.answer, body), asked),
    overlay: overlay ? (body, intents) => (v.is(endpoint.answer, body) ? overlay(body, intents, asked) : body) : null,
  };
}

interface Question {
  brandId: string;
  today: Day;
  /** The brand's intents, laid over the records. */
  overlay?: Overlay;
}

/**
 * Answers a call from the copy, just as the server would. `storedAt` is when what it says was last known to be so, ms. Null
 * where the copy can't tell.
 */
export async function answerFromCopy(
  copy: Connection<CopySchema>,
  call: CopyCall,
  { brandId, today, overlay = noOverlay }: Question,
): Promise<CopyAnswer | null> {
  try {
    return await readCopy(copy, brandId, async (read) =>
      call.answer({ ...read, sync: await syncOf(read), today, overlay }),
    );
  } catch (error) {
    if (!(error instanceof DamagedCopyError)) throw error;
    await makeAnew(copy, brandId);
    return null;
  }
}
