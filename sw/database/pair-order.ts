import type { BrandSession } from '#contract/account/auth.ts';
import { expiresLater, hasReplaced, lineageAfter, maxLineage, pairIdOf } from '#domain/accounts/session-pair.ts';
import type { SessionRow } from './schema.ts';

/** A session's place among its brand's sessions, as far as its page knows it. */
export interface Lineage {
  /** The access token that this session replaced. */
  replaced?: string | undefined;
  /** Ids of the token pairs that this session replaced, newest first. */
  lineage?: readonly string[] | undefined;
  /** True if the session comes from a login that the worker has seen. */
  isLogin?: boolean;
}

/** The row of a session that replaces another. */
export function successorRow(
  session: BrandSession,
  before: SessionRow | null,
  lineage: readonly string[] = [],
): SessionRow {
  if (before?.session.brandId !== session.brandId)
    return { key: 'current', session, earlier: [], lineage: lineage.slice(0, maxLineage), expired: false };
  return {
    key: 'current',
    session,
    earlier: [before.session.accessToken, ...before.earlier].slice(0, maxLineage),
    lineage: lineageAfter(before, { session, lineage }),
    expired: false,
  };
}

/**
 * True if a page's token pair supersedes the worker's. A successor is newer regardless of its expiry, since a server's clock may
 * be set back and a lifetime may change. The later expiry decides only between pairs whose order is unknown.
 */
export function supersedes(row: SessionRow, session: BrandSession, { replaced, lineage, isLogin }: Lineage): boolean {
  const own = { session: row.session, replaced: row.earlier, lineage: row.lineage };
  const order = hasReplaced(own, { session, replaced: replaced === undefined ? [] : [replaced], lineage });
  // A page that was closed while the worker refreshed still has the old pair, which must not replace the new one.
  if (order === false) return false;
  // Another access token of the same pair is equivalent, unless the pair was refused.
  if (pairIdOf(session) === pairIdOf(row.session)) return !row.expired;
  return isLogin || row.expired || (order ?? expiresLater(session, row.session));
}
