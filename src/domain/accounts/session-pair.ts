import type { BrandSession } from '#contract/account/auth.ts';

/** Number of earlier pairs to remember. */
export const maxLineage = 50;

/**
 * Id of a token pair: a hash of its refresh token that doesn't reveal the token. Refreshing the same token twice returns two
 * access tokens of one pair. Uses cyrb53 (https://github.com/bryc/code/blob/master/jshash/PRNGs.md), because Web Crypto's hashes
 * are asynchronous, and awaiting one would end an IndexedDB transaction.
 */
export function pairIdOf({ refreshToken }: Pick<BrandSession, 'refreshToken'>): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < refreshToken.length; i += 1) {
    const code = refreshToken.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** A pair, and what its sender knows about earlier pairs. */
export interface KnownPair {
  session: BrandSession;
  /** Access tokens of earlier pairs. */
  replaced?: readonly string[] | undefined;
  /** Ids of earlier pairs, newest first; undefined in older versions of the app. */
  lineage?: readonly string[] | undefined;
}

/** Lineage of a pair that replaces another of its brand, newest first. */
export function lineageAfter(before: KnownPair, { session, lineage = [] }: KnownPair): string[] {
  const ids = new Set([...lineage, pairIdOf(before.session), ...(before.lineage ?? [])]);
  ids.delete(pairIdOf(session));
  return [...ids].slice(0, maxLineage);
}

/**
 * True if a pair is known to have replaced `own`, false if it hasn't; null if their order is unknown. Ignores expiry, since the
 * server's clock may have been set back.
 */
export function hasReplaced(own: KnownPair, { session, replaced, lineage }: KnownPair): boolean | null {
  const [ownId, id] = [pairIdOf(own.session), pairIdOf(session)];
  if (own.session.accessToken === session.accessToken || own.replaced?.includes(session.accessToken)) return false;
  if (ownId !== id && own.lineage?.includes(id)) return false;
  if (replaced?.includes(own.session.accessToken) || (ownId !== id && lineage?.includes(ownId))) return true;
  return null;
}

/** True if the first session expires later, which is the best guess if the order of two pairs is unknown. */
export const expiresLater = (session: BrandSession, than: BrandSession): boolean =>
  Date.parse(session.accessTokenExpiration) > Date.parse(than.accessTokenExpiration);
