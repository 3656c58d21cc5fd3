import * as v from 'valibot';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Day } from '#domain/time/period.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema } from '#sw/database/schema.ts';
import { DamagedCopyError, readCopy } from './copy-read.ts';
import type { ParsedCall } from './copy-row.ts';
import type { CopyWrite } from './copy-write.ts';
import { noOverlay, type Overlay } from './overlay.ts';
import type { CopyResponse, ResponseContext } from './response-context.ts';
import { resetSync, syncOf } from './sync-row.ts';
import { copyTable } from './table.ts';

interface MatchedCall {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  /** The call's URL. Its path is as in the contract, without the API's base path. */
  url: URL;
}

/**
 * A call with its entry in the copy's table. It is looked up once, then passed to all code that reads, fetches or stores the
 * call's data.
 */
export interface CopyCall {
  readonly endpoint: Endpoint;
  /** Path and query, relative to the API's base. */
  readonly path: string;
  answer(context: ResponseContext): Promise<CopyResponse | null>;
  /**
   * Stores the server's response as records.
   * @throws {v.ValiError} if the body doesn't match the contract, such as a captive portal's page
   */
  store(write: CopyWrite, body: unknown): Promise<void>;
  /** Applies optimistic updates to a response that couldn't be stored; null if the call's response shows none. */
  readonly overlay: ((body: unknown, overlay: Overlay) => unknown) | null;
}

/** The call's entry in the copy's table; null if there is none, or if the server would reject the call. */
export function copyCallOf(made: MatchedCall): CopyCall | null {
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

/** Parses a call with its endpoint's schemas; null if the server would reject it. */
function readCall({ endpoint, params: given, url }: MatchedCall): ParsedCall | null {
  const params = parsePart(endpoint.params, given);
  // If a parameter is repeated, its first value counts, as on the server.
  const query = parsePart(endpoint.query, Object.fromEntries([...url.searchParams].reverse()));
  if (params === null || query === null) return null;
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value !== undefined) asked.set(name, String(value));
  }
  return { params, query, address: `${url.pathname}?${asked}` };
}

/** Parses a part of a request; null if it is invalid. */
function parsePart(schema: v.GenericSchema | undefined, given: unknown): object | undefined | null {
  if (schema === undefined) return undefined;
  const parsed = v.safeParse(schema, given);
  return parsed.success ? (parsed.output as object) : null;
}

interface Question {
  brandId: string;
  today: Day;
  overlay?: Overlay;
  /** See RunOptions. */
  timeoutMs?: number | undefined;
}

/**
 * Responds to a call from the copy, as the server would. `storedAt` is the time at which the response was last known to be
 * current, ms. Returns null if the copy lacks the data.
 */
export async function respondFromCopy(
  copy: Connection<CopySchema>,
  call: CopyCall,
  { brandId, today, overlay = noOverlay, timeoutMs }: Question,
): Promise<CopyResponse | null> {
  try {
    return await readCopy(
      copy,
      brandId,
      async (read) => call.answer({ ...read, sync: await syncOf(read), today, overlay }),
      { timeoutMs },
    );
  } catch (error) {
    if (!(error instanceof DamagedCopyError)) throw error;
    await resetSync(copy, brandId);
    return null;
  }
}
