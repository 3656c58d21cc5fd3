import * as v from 'valibot';
import { type BrandSession, brandSessionSchema } from '#contract/account/auth.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import type { Connection, RunOptions } from './database.ts';
import { dropHeldSession, heldSession, holdSessionInMemory, withHeldSession } from './held-session.ts';
import { type Lineage, successorRow, supersedes } from './pair-order.ts';
import type { OutboxSchema, SessionRow } from './schema.ts';
import { isQuotaError, StorageUnavailableError } from './storage-errors.ts';
import { type OutboxTransaction, runToCommit } from './transactions.ts';

const sessionRowSchema = v.object({
  key: v.literal('current'),
  session: brandSessionSchema,
  earlier: v.array(v.string()),
  lineage: v.optional(v.array(v.string())),
  expired: v.boolean(),
  isMarked: v.optional(v.boolean()),
});

const parsed = (row: unknown): SessionRow | null => {
  const result = v.safeParse(sessionRowSchema, row);
  return result.success ? result.output : null;
};

/** The worker's session; null if no brand is logged in. */
export async function readSessionCopy(
  outbox: Connection<OutboxSchema>,
  options?: RunOptions,
): Promise<SessionRow | null> {
  const stored = await outbox.run((database) => database.get('session', 'current'), options);
  return withHeldSession(outbox, parsed(stored));
}

/** The stored session, read within a queue transaction. */
export async function sessionIn(transaction: OutboxTransaction): Promise<SessionRow | null> {
  return parsed(await transaction.objectStore('session').get('current'));
}

interface Change {
  row: SessionRow | null;
  before: SessionRow | null;
}

interface Writing extends Pick<RunOptions, 'makesRoom'> {
  /** True for changes that the server has made, which are also held in memory if the storage stops responding. */
  isFact?: boolean;
}

/**
 * Updates the row. On a full disk the change is held in memory, unless the stored row is another brand's, since the queue checks
 * against the stored one.
 * @param decide returns the new row, or the same object for no change
 */
async function changeSession(
  outbox: Connection<OutboxSchema>,
  decide: (before: SessionRow | null) => SessionRow | null,
  { isFact = false, ...options }: Writing = {},
): Promise<Change> {
  const last: { change?: Change; stored?: SessionRow | null } = {};
  try {
    return await outbox.run(async (database) => {
      // Strict, since a lost token pair can't be recovered.
      const transaction = database.transaction('session', 'readwrite', { durability: 'strict' });
      const work = async () => {
        last.stored = parsed(await transaction.store.get('current'));
        const before = withHeldSession(outbox, last.stored);
        const row = decide(before);
        last.change = { row, before };
        if (row !== null && row !== before) {
          await transaction.store.put({ ...row, isMarked: true });
          await transaction.store.put({ key: 'mark' });
        }
        return last.change;
      };
      const change = await runToCommit(transaction, work());
      if (change.row !== change.before) dropHeldSession(outbox);
      return change;
    }, options);
  } catch (error) {
    const isHeld = isQuotaError(error) || (isFact && error instanceof StorageUnavailableError);
    const { change, stored } = last;
    if (!isHeld || !change?.row || stored?.session.brandId !== change.row.session.brandId) throw error;
    if (change.row !== change.before) {
      holdSessionInMemory(outbox, change.row, stored);
      if (isReplacedTwice(stored, change.row)) await dropMark(outbox).catch(() => undefined);
    }
    return change;
  }
}

const isReplacedTwice = ({ session }: SessionRow, by: SessionRow): boolean =>
  ![pairIdOf(by.session), by.lineage?.[0]].includes(pairIdOf(session));

/** Records that the stored pair must not be refreshed anymore. */
const dropMark = (outbox: Connection<OutboxSchema>): Promise<void> =>
  outbox.run(
    (database) => {
      const transaction = database.transaction('session', 'readwrite', { durability: 'strict' });
      return runToCommit(transaction, transaction.store.delete('mark'));
    },
    { makesRoom: false },
  );

/**
 * Prepares to refresh the current pair. The server ends a session whose token was replaced twice, so the pair must be on disk or
 * in a page's storage. Otherwise a stopped worker would lose it and refresh an older one.
 * @param isInPage true if a page has just sent this pair
 * @returns false if the pair can't be refreshed now
 */
export async function prepareRefresh(outbox: Connection<OutboxSchema>, isInPage: boolean): Promise<boolean> {
  await storeHeldSession(outbox).catch(() => undefined);
  const held = heldSession(outbox);
  if (held !== null && pairIdOf(held.row.session) !== pairIdOf(held.inPlaceOf.session)) {
    if (!isInPage) return false;
    return dropMark(outbox).then(
      () => true,
      () => false,
    );
  }
  if (isInPage) return true;
  return outbox.run(async (database) => {
    const { store, done } = database.transaction('session');
    const [row, mark] = await Promise.all([store.get('current'), store.get('mark'), done]);
    return parsed(row)?.isMarked !== true || mark !== undefined;
  });
}

/** Stores the row that is held in memory if there is space again; otherwise it stays in memory. */
export async function storeHeldSession(outbox: Connection<OutboxSchema>): Promise<void> {
  // A new object counts as a change, so it is written.
  if (heldSession(outbox) !== null) await changeSession(outbox, (held) => held && { ...held }, { makesRoom: false });
}

interface Offered extends Lineage {
  /** Checked inside the write; nothing is stored if the brand has logged out in the meantime. */
  isStill?: () => boolean;
}

/**
 * Stores the given session if it is newer than the stored one. Another brand's session always wins, since it comes from a login.
 * Returns the stored session and the previous one, or null if the brand has logged out in the meantime.
 */
export async function storeNewerSession(
  outbox: Connection<OutboxSchema>,
  session: BrandSession,
  { isStill = () => true, ...lineage }: Offered = {},
): Promise<{ row: SessionRow; before: SessionRow | null } | null> {
  let hasLeft = false;
  const { row, before } = await changeSession(outbox, (known) => {
    hasLeft = !isStill();
    const isNewer = known?.session.brandId !== session.brandId || supersedes(known, session, lineage);
    return isNewer && !hasLeft ? successorRow(session, known, lineage.lineage) : known;
  });
  return hasLeft || row === null ? null : { row, before };
}

/**
 * Stores the result of a refresh, unless another pair has replaced the refreshed one in the meantime. Returns null if the brand
 * has logged out, since the result is then void.
 * @param refreshToken the token that was exchanged
 */
export async function storeSuccessor(
  outbox: Connection<OutboxSchema>,
  session: BrandSession,
  refreshToken: string,
): Promise<SessionRow | null> {
  const decide = (known: SessionRow | null) =>
    known?.session.brandId === session.brandId && known.session.refreshToken === refreshToken
      ? successorRow(session, known)
      : known;
  const { row } = await changeSession(outbox, decide, { isFact: true });
  return row?.session.brandId === session.brandId ? row : null;
}

/** Records that the server refused this refresh token. Returns false if another token has replaced it in the meantime. */
export async function markSessionExpired(outbox: Connection<OutboxSchema>, refreshToken: string): Promise<boolean> {
  const decide = (known: SessionRow | null) =>
    known?.session.refreshToken === refreshToken ? { ...known, expired: true } : known;
  const { row, before } = await changeSession(outbox, decide, { isFact: true });
  return row !== before;
}

/** Deletes the session; with a brand id, only if it is that brand's. */
export async function forgetSessionCopy(outbox: Connection<OutboxSchema>, brandId?: string): Promise<void> {
  await outbox.run(async (database) => {
    const transaction = database.transaction('session', 'readwrite', { durability: 'strict' });
    const forget = async () => {
      const row = parsed(await transaction.store.get('current'));
      if (brandId === undefined || row === null || row.session.brandId === brandId) await transaction.store.clear();
    };
    await runToCommit(transaction, forget());
  });
}
