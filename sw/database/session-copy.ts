import * as v from 'valibot';
import { type BrandSession, brandSessionSchema } from '#contract/auth.ts';
import type { Connection } from './database.ts';
import type { OutboxSchema, SessionRow } from './schema.ts';
import { committed, type OutboxTransaction } from './transactions.ts';

/** Access tokens before the current one by which a page is still known. */
const keptTokens = 5;

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
export async function readSessionCopy(outbox: Connection<OutboxSchema>): Promise<SessionRow | null> {
  return parsed(await outbox.run((database) => database.get('session', 'current')));
}

/** The same inside a transaction of the queue. */
export async function sessionIn(transaction: OutboxTransaction): Promise<SessionRow | null> {
  return parsed(await transaction.objectStore('session').get('current'));
}

function changeSession<T>(
  outbox: Connection<OutboxSchema>,
  work: (before: SessionRow | null, put: (row: SessionRow) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  return outbox.run(async (database) => {
    // A pair of tokens that is lost can't be had again.
    const transaction = database.transaction('session', 'readwrite', { durability: 'strict' });
    const { store } = transaction;
    const change = async () => work(parsed(await store.get('current')), (row) => store.put(row));
    return committed(transaction, change());
  });
}

/**
 * Keeps the newer of the stored session and the one given; another brand's replaces it, for the page has it from a login.
 * Answers what is stored then, and what was before.
 * @param isStill asked when it is about to be kept; where the brand has left meanwhile nothing is, and null is answered
 */
export function keepNewerSession(
  outbox: Connection<OutboxSchema>,
  session: BrandSession,
  isStill: () => boolean = () => true,
): Promise<{ row: SessionRow; before: SessionRow | null } | null> {
  return changeSession(outbox, async (before, put) => (isStill() ? keepNewer(session, before, put) : null));
}

/** Keeps what a refresh brought, unless the brand has left meanwhile: null then, for nobody is logged in by it. */
export function keepSuccessor(
  outbox: Connection<OutboxSchema>,
  session: BrandSession,
): Promise<{ row: SessionRow; before: SessionRow | null } | null> {
  return changeSession(outbox, async (before, put) =>
    before?.session.brandId === session.brandId ? keepNewer(session, before, put) : null,
  );
}

async function keepNewer(session: BrandSession, before: SessionRow | null, put: (row: SessionRow) => Promise<unknown>) {
  const isSameBrand = before?.session.brandId === session.brandId;
  if (before !== null && isSameBrand && !replaces(session, before)) return { row: before, before };
  const earlier = before !== null && isSameBrand ? [before.session.accessToken, ...before.earlier] : [];
  const row: SessionRow = { key: 'current', session, earlier: earlier.slice(0, keptTokens), expired: false };
  await put(row);
  return { row, before };
}

function replaces(session: BrandSession, { session: own, expired, earlier }: SessionRow): boolean {
  // A page that was closed while the worker refreshed still has the pair from before the refresh: that opens no session again.
  if (session.accessToken === own.accessToken || earlier.includes(session.accessToken)) return false;
  if (expired && session.refreshToken !== own.refreshToken) return true;
  return Date.parse(session.accessTokenExpiration) > Date.parse(own.accessTokenExpiration);
}

/** Notes that the server has refused this refresh token. False where another has taken its place meanwhile. */
export function markSessionExpired(outbox: Connection<OutboxSchema>, refreshToken: string): Promise<boolean> {
  return changeSession(outbox, async (before, put) => {
    if (before?.session.refreshToken !== refreshToken) return false;
    await put({ ...before, expired: true });
    return true;
  });
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
