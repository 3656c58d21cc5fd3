import * as v from 'valibot';
import { type Endpoint, pathOf } from '#contract/wire/endpoint.ts';
import { errorBodySchema } from '#contract/wire/error.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { isKeptOut, isMissingEndpoint, isPassing, isSuccess } from '#domain/intents/classify-response.ts';
import { copyCallOf } from '#sw/copy/copy-call.ts';
import { type CopyWrite, syncWriteMs, writeCopy } from '#sw/copy/copy-write.ts';
import type { Connection } from '#sw/database/database.ts';
import type { CopySchema, EntityStore } from '#sw/database/schema.ts';
import type { WriteGuard } from '#sw/database/write-guard.ts';
import { isForeign, NetworkFailure } from '#sw/network/network.ts';

export interface SyncDownDeps {
  copy: Connection<CopySchema>;
  guard: WriteGuard;
  /**
   * Sends an authorized GET of a path with its query.
   * @param isOptional true if another provider's server may lack the endpoint
   * @throws {NetworkFailure} if the server was not reached, or an intermediary responded
   */
  request(path: string, isOptional: boolean): Promise<{ status: number; body: unknown }>;
  /** ms since 1970. */
  now(): number;
  /** Called with the kinds that changed in the copy, so pages refetch them. */
  changed(kinds: Set<ChangedKind>): void;
  /** True if the user has turned on data saving. */
  isDataSaver(): boolean;
}

/** One run for one brand. */
export interface SyncRun extends SyncDownDeps {
  readonly brandId: string;
  /** True if the user asked for the sync, in which case rarely fetched data is fetched, too. */
  readonly force: boolean;
  /** Time of the last walk of each kind that differed from the server's totals, ms. */
  readonly walkedAt: Map<EntityStore, number>;
  /** True if another brand has logged in, or this one's data was cleared since the run began. */
  isSuperseded(): boolean;
}

/** The reason a run stopped early. `kept-out`: the server refuses this brand until it is verified and approved. */
type StopReason = 'offline' | 'superseded' | 'kept-out';

/** Thrown if a run stops early. */
export class SyncStopped extends Error {
  override readonly name = 'SyncStopped';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(reason);
    this.reason = reason;
  }
}

/** A stored response, or an expected status without anything to store. */
export type FetchResult<T> =
  | { isStored: true; body: T; passedOver: boolean; kinds: Set<ChangedKind> }
  | { isStored: false; status: number }
  /** The response doesn't match the contract, for a call that a server may lack. */
  | { isStored: false; status: 'foreign' };

interface Step<T> {
  path: string;
  endpoint: Endpoint;
  /** Stores a 2xx response in one transaction. */
  store(write: CopyWrite, body: T): Promise<void>;
  /** Other statuses that count as a response; the rest stop the run. */
  expected?: readonly number[];
  /** See writeCopy. */
  startsOver?: boolean;
  /** See writeCopy. */
  isOfFeed?: boolean;
}

/**
 * Fetches one address and stores its response in one transaction.
 * @throws {SyncStopped}
 */
export async function fetchAndStore<T>(
  run: SyncRun,
  { path, endpoint, store, expected, startsOver = false, isOfFeed = false }: Step<T>,
): Promise<FetchResult<T>> {
  const { guard, copy, brandId, now } = run;
  const reading = guard.begin();
  // Check after the reading has begun, so data cleared from now on stays cleared.
  if (run.isSuperseded()) throw new SyncStopped('superseded');
  const given = await run.request(path, endpoint.optional).catch((error: unknown) => {
    if (endpoint.optional && error instanceof NetworkFailure && isForeign(error)) return null;
    throw new SyncStopped('offline');
  });
  if (run.isSuperseded()) throw new SyncStopped('superseded');
  if (given === null) return { isStored: false, status: 'foreign' };
  const { status, body } = given;
  if (expected?.includes(status)) return { isStored: false, status };
  const refusal = isSuccess(status) ? null : v.safeParse(errorBodySchema, body);
  if (refusal?.success && isKeptOut({ status, code: refusal.output.code })) throw new SyncStopped('kept-out');
  const parsed = v.safeParse(endpoint.answer, body);
  const isAnswer = refusal === null ? parsed.success : refusal.success && !isMissingEndpoint(status);
  if (endpoint.optional && !isAnswer && !isPassing(status) && status !== 401)
    return { isStored: false, status: 'foreign' };
  // A response that doesn't match the contract is a portal's page or a failing server's; the next run may succeed.
  if (!isSuccess(status) || !parsed.success) throw new SyncStopped('offline');
  const answer = parsed.output as T;
  const result = await writeCopy(
    { copy, guard, brandId, storedAt: now(), reading, startsOver, isOfFeed, timeoutMs: syncWriteMs },
    (write) => store(write, answer),
  );
  if (!result.written) throw new SyncStopped('superseded');
  return { isStored: true, body: answer, passedOver: result.passedOver, kinds: result.kinds };
}

/** Parameters of a call, and the other statuses that it may return. */
export interface Values extends Pick<Step<unknown>, 'expected'> {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
}

/**
 * Makes a call that is listed in the copy's table, and stores its response as the table specifies.
 * @throws {SyncStopped}
 */
export function fetchCall<T>(run: SyncRun, endpoint: Endpoint, values: Values = {}): Promise<FetchResult<T>> {
  const { params = {}, query = {}, expected = [] } = values;
  const path = pathOf(endpoint, params, query);
  // The host is a placeholder, since the run knows the API's address.
  const call = copyCallOf({ endpoint, params, url: new URL(path, 'http://api.invalid') });
  // Another provider's ids may have a format that the copy doesn't support; nothing is stored then.
  return fetchAndStore<T>(run, { path, endpoint, expected, store: async (write, body) => call?.store(write, body) });
}
