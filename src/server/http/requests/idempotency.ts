import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { ulidSchema } from '#contract/wire/primitives.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';

const retentionMs = 30 * 86_400_000;

export interface IdempotentResult {
  body: unknown;
  replayed: boolean;
}

/** The brand itself, or a creator, identified by the offer. */
export type Actor = 'brand' | `off_${string}`;

interface Action {
  db: Database;
  /**
   * Actions in progress in this process. The embedded database runs one transaction at a time, so a retry there would
   * wait for the first attempt instead of getting a 409.
   */
  running: Set<string>;
  brandId: string;
  /** Namespace of the keys within the brand whose data is changed. */
  actor: Actor;
  key: string;
  requestHash: string;
}

interface IdempotentAction extends Action {
  now: Date;
  /** Performs the action in the given transaction and returns the response body. */
  run(tx: Database): Promise<unknown>;
}

/** @throws {ApiError} 400 without a valid key */
export function idempotencyKeyOf(headers: Headers): string {
  const key = headers.get('Idempotency-Key');
  if (key !== null && v.is(ulidSchema, key)) return key;
  throw new ApiError('idempotency_key_required', 'Expected an Idempotency-Key header with a ULID, one per action.');
}

/** Hash that identifies equal requests: the call, its path parameters and its body, as parsed by the contract. */
export const requestHashOf = (endpoint: Endpoint, request: { params: unknown; body: unknown }): string =>
  createHash('sha256')
    .update(JSON.stringify([endpoint.method, endpoint.path, request.params ?? null, sortKeys(request.body ?? null)]))
    .digest('hex');

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, item]) => [key, sortKeys(item)]);
}

/**
 * Runs `work`, unless this process is already working on the same key.
 * @throws {ApiError} 409 in that case
 */
export async function withKeyLock<T>(
  { running, ...action }: Pick<Action, 'running' | 'brandId' | 'actor' | 'key'>,
  work: () => Promise<T>,
) {
  const lock = lockOf(action);
  if (running.has(lock)) throw inProgress();
  running.add(lock);
  try {
    return await work();
  } finally {
    running.delete(lock);
  }
}

/**
 * Runs an action once per key. Its effect and the stored response are committed together. Only success is stored: a
 * refused action changed nothing and can be retried.
 * @throws {ApiError} 409 while the first attempt is running, here or in another process; 422 if the key was used for
 * another request
 */
export const runIdempotently = (act: IdempotentAction): Promise<IdempotentResult> =>
  withKeyLock(act, () => runInTransaction(act));

/** {@link runIdempotently} for callers inside {@link withKeyLock}. */
export function runInTransaction({
  db,
  brandId,
  actor,
  key,
  requestHash,
  now,
  run,
}: IdempotentAction): Promise<IdempotentResult> {
  return db.transaction(async (tx) => {
    const [held] = await rowsOf<{ held: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${lockOf({ brandId, actor, key })}, 0)) as held`,
    );
    if (held?.held !== true) throw inProgress();
    const stored = await readResult({ db: tx, brandId, actor, key, requestHash });
    if (stored !== null) return stored;
    const body = await run(tx);
    await tx.insert(idempotencyKeys).values({ brandId, actor, key, requestHash, status: 200, body, createdAt: now });
    return { body, replayed: false };
  });
}

/** A brand's lock has the format of older versions, so that old and new processes exclude each other during an update. */
const lockOf = ({ brandId, actor, key }: Pick<Action, 'brandId' | 'actor' | 'key'>) =>
  actor === 'brand' ? `${brandId} ${key}` : `${brandId} ${actor} ${key}`;

/** Response to a retry while the action is in progress or its outcome is unknown. */
export const inProgress = () =>
  new ApiError('idempotency_in_progress', 'The same action is still in progress.', { headers: { 'Retry-After': '1' } });

/**
 * The stored response for a key; null if there is none.
 * @throws {ApiError} 422 if the key was used for another request
 */
export async function readResult({
  db,
  brandId,
  actor,
  key,
  requestHash,
}: Pick<Action, 'db' | 'brandId' | 'actor' | 'key' | 'requestHash'>): Promise<IdempotentResult | null> {
  const [stored] = await db
    .select({ requestHash: idempotencyKeys.requestHash, body: idempotencyKeys.body })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.brandId, brandId), eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key)));
  if (stored === undefined) return null;
  if (stored.requestHash === requestHash) return { body: stored.body, replayed: true };
  throw new ApiError('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
}

/** Deletes keys that are older than 30 days. */
export async function pruneIdempotencyKeys(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - retentionMs)));
}
