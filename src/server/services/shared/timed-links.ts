import { signedNames } from './signed-names.ts';

/** Lifetime of a link. */
const openMs = 10 * 60_000;

/** The brand's record behind a link, and the link's expiry. */
interface Linked {
  brandId: string;
  id: string;
  expiresAt: Date;
}

/** Tokens for links that a browser opens without a session. Nothing is stored. */
export interface TimedLinks {
  make(of: { brandId: string; id: string; now: Date }): { token: string; expiresAt: Date };
  /** Returns null for an invalid token. The caller checks the expiry. */
  read(token: string): Linked | null;
}

/** Links for brands to download originals. */
export const originalLinks = (secret: string): TimedLinks => timedLinks(secret, 'original link', 'upl');

/** Path prefix of the team's links to submitted drafts. */
export const watchPath = '/admin/v1.0/drafts/';
export const watchLinks = (secret: string): TimedLinks => timedLinks(secret, 'link to watch a draft', 'ful');

/**
 * @param purpose makes tokens of one kind invalid for others
 * @param idPrefix of the records' ids
 */
function timedLinks(secret: string, purpose: string, idPrefix: string): TimedLinks {
  const names = signedNames(secret, purpose);
  const pattern = new RegExp(`^(brd_[0-9A-Z]{26})\\.(${idPrefix}_[0-9A-Z]{26})\\.(\\d{10,11})$`);
  return {
    make({ brandId, id, now }) {
      const seconds = Math.ceil((now.getTime() + openMs) / 1000);
      return { token: names.sign(`${brandId}.${id}.${seconds}`), expiresAt: new Date(seconds * 1000) };
    },
    read(token) {
      const match = pattern.exec(names.read(token) ?? '');
      if (match === null) return null;
      const [, brandId = '', id = '', seconds = ''] = match;
      return { brandId, id, expiresAt: new Date(Number(seconds) * 1000) };
    },
  };
}
