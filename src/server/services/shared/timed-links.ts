import { signedNames } from './signed-names.ts';

/** Time for which a link can be opened. */
const openMs = 10 * 60_000;

/** The record of a brand that a link is for, and until when. */
interface Linked {
  brandId: string;
  id: string;
  expiresAt: Date;
}

/** Tokens of links that a browser opens with no session to show. Nothing is stored. */
export interface TimedLinks {
  make(of: { brandId: string; id: string; now: Date }): { token: string; expiresAt: Date };
  /** Null for a token that isn't ours; the caller checks whether it has expired. */
  read(token: string): Linked | null;
}

/** Links by which brands download originals. */
export const originalLinks = (secret: string): TimedLinks => timedLinks(secret, 'original link', 'upl');

/** Path of the links by which the team watches submitted drafts. */
export const watchPath = '/admin/v1.0/drafts/';
export const watchLinks = (secret: string): TimedLinks => timedLinks(secret, 'link to watch a draft', 'ful');

/**
 * @param purpose keeps tokens of one kind from being taken for those of another
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
