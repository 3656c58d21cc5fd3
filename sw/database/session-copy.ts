import * as v from 'valibot';
import { type BrandSession, brandSessionSchema } from '#contract/auth.ts';
import type { Connection, RunOptions } from './database.ts';
import { dropHeldSession, holdSession, isSessionHeld, withHeldSession } from './held-session.ts';
import type { OutboxSchema, SessionRow } from './schema.ts';
import { isQuotaError, StorageUnavailableError } from './storage-errors.ts';
import { committed, type OutboxTransaction } from './transactions.ts';

/** Access tokens before the current one that are remembered: a page that has one is known, and its pair is older. */
const keptTokens = 50;

const sessionRowSchema = v.object({
  key: v.literal('current'),
  session: brandSessionSchema,
  earlier: v.array(v.string()),
  expired: v.boolean(),
});

const parsed = (row: unknown): SessionRow | null => {
  const result = v.safeParse(sessionRowSchema, row);
  return result.success ? result.output : null;
};

/** The worker's session; null where nobody is logged in. */
export async function readSessionCopy(
  outbox: Connection<OutboxSchema>,
  options?: RunOptions,
): Promise<SessionRow | null> {
  const stored = await outbox.run((database) => database.get('session', 'current'), options);
  return withHeldSession(outbox, parsed(stored));
}

/** The same inside a transaction of the queue. */
export async function sessionIn(transaction: OutboxTransaction): Promise<SessionRow | null> {
  return parsed(await transaction.objectStore('session').get('current'));
}

interface Change {
  row: SessionRow | null;
  before: SessionRow | null;
}

interface Writing extends Pick<RunOptions, 'makesRoom'> {
  /** The server has said it: it is also held in memory where the storage stops answering. */
  isFact?: boolean;
}

/**
 * Changes the row. Without room on the disk the change is held in memory, unless the stored row is another brand's: the queue checks
 * against that one.
 * @param decide the new row; the same one for no change
 */
async function changeSession(
  outbox: Connection<OutboxSchema>,
  decide: (before: SessionRow | null) => SessionRow | null,
  { isFact = false, ...options }: Writing = {},
): Promise<Change> {
  const last: { change?: Change; stored?: SessionRow | null } = {};
  try {
    return await outbox.run(async (database) => {
      // A pair of tokens that is lost can't be had again.
      const transaction = database.transaction('session', 'readwrite', { durability: 'strict' });
      const work = async () => {
        last.stored = parsed(await transaction.store.get('current'));
        const before = withHeldSession(outbox, last.stored);
        const row = decide(before);
        last.change = { row, before };
        if (row !== null && row !== before) await transaction.store.put(row);
        return last.change;
      };
      const change = await committed(transaction, work());
      if (change.row !== change.before) dropHeldSession(outbox);
      return change;
    }, options);
  } catch (error) {
    const isHeld = isQuotaError(error) || (isFact && error instanceof StorageUnavailableError);
    const { change, stored } = last;
    if (!isHeld || !change?.row || stored?.session.brandId !== change.row.session.brandId) throw error;
    if (change.row !== change.before) holdSession(outbox, change.row, stored);
    return change;
  }
}

/** Stores the row that is held in memory, where there is room again. Otherwise it stays held. */
export async function storeHeldSession(outbox: Connection<OutboxSchema>): Promise<void> {
  // A copy counts as a change, so it is written.
  if (isSessionHeld(outbox)) await changeSession(outbox, (held) => held && { ...held }, { makesRoom: false });
}

/** A session's place among its brand's, as far as its page knows it. */
export interface Lineage {
  /** The access token that it replaced. */
  replaced?: string | undefined;
  /** It comes from a login that the worker has seen. */
  isLogin?: boolean;
}

interface Offered extends Lineage {
  /** Asked when it is about to be kept; where the brand has left meanwhile nothing is. */
  isStill?: () => boolean;
}

/**
 * Keeps the newer of the stored session and the one given; another brand's replaces it, for the page has it from a login.
 * Answers what is stored then, and what was before; null where the brand has left meanwhile.
 */
export async function keepNewerSession(
  outbox: Connection<OutboxSchema>,
  session: BrandSession,
  { isStill = () => true, ...lineage }: Offered = {},
): Promise<{ row: SessionRow; before: SessionRow | null } | null> {
  let hasLeft = false;
  const { row, before } = await changeSession(outbox, (known) => {
    hasLeft = !isStill();
    const isNewer = known?.session.brandId !== session.brandId || replaces(session, known, lineage);
    return isNewer && !hasLeft ? successorRow(session, known) : known;
  });
  return hasLeft || row === null ? null : { row, before };
}

/**
 * Keeps what the refresh of a pair has brought, unless another pair has taken that one's place meanwhile. Null where the brand
 * has left, because it no longer logs anyone in.
 * @param refreshToken the token that was exchanged
 */
export async function keepSuccessor(
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

function successorRow(session: BrandSession, before: SessionRow | null): SessionRow {
  const isSameBrand = before?.session.brandId === session.brandId;
  const earlier = before !== null && isSameBrand ? [before.session.accessToken, ...before.earlier] : [];
  return { key: 'current', session, earlier: earlier.slice(0, keptTokens), expired: false };
}

/**
 * True if a page's pair takes the place of the stored one. The pair that replaced another is newer, whatever its expiry: a server's
 * clock may be set back, and a lifetime may change. Only between pairs whose order isn't known the later expiry decides.
 */
function replaces(
  session: BrandSession,
  { session: own, expired, earlier }: SessionRow,
  { replaced, isLogin = false }: Lineage,
): boolean {
  // A page that was closed while the worker refreshed still has the pair from before the refresh: that opens no session again.
  if (session.accessToken === own.accessToken || earlier.includes(session.accessToken)) return false;
  if (isLogin || replaced === own.accessToken || (expired && session.refreshToken !== own.refreshToken)) return true;
  return Date.parse(session.accessTokenExpiration) > Date.parse(own.accessTokenExpiration);
}

/** Notes that the server has refused this refresh token. False where another has taken its place meanwhile. */
export async function markSessionExpired(outbox: Connection<OutboxSchema>, refreshToken: string): Promise<boolean> {
  const decide = (known: SessionRow | null) =>
    known?.session.refreshToken === refreshToken ? { ...known, expired: true } : known;
  const { row, before } = await changeSession(outbox, decide, { isFact: true });
  return row !== before;
}

/** Forgets the session, or only one of this brand. */
export async function forgetSessionCopy(outbox: Connection<OutboxSchema>, brandId?: string): Promise<void> {
  await outbox.run(async (database) => {
    const transaction = database.transaction('session', 'readwrite', { durability: 'strict' });
    const forget = async () => {
      const row = parsed(await transaction.store.get('current'));
      if (brandId === undefined || row === null || row.session.brandId === brandId) await transaction.store.clear();
    };
    await committed(transaction, forget());
  });
}
