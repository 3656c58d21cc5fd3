import { signedNames } from '#server/services/signed-names.ts';

/** Time for which a link to a draft can be opened. */
const openMs = 10 * 60_000;

export const watchPath = '/admin/v1.0/drafts/';

/** The submission that a link is for, and until when. */
interface WatchedDraft {
  brandId: string;
  fulfillmentId: string;
  expiresAt: Date;
}

/** Links by which the team watches drafts in a browser, which has no session to show. Nothing is stored. */
export interface WatchLinks {
  make(draft: { brandId: string; fulfillmentId: string; now: Date }): { path: string; expiresAt: Date };
  /** Null for a token that isn't ours; the caller checks whether it has expired. */
  read(token: string): WatchedDraft | null;
}

export function watchLinks(secret: string): WatchLinks {
  const names = signedNames(secret, 'link to watch a draft');
  return {
    make({ brandId, fulfillmentId, now }) {
      const seconds = Math.ceil((now.getTime() + openMs) / 1000);
      const token = names.sign(`${brandId}.${fulfillmentId}.${seconds}`);
      return { path: `${watchPath}${token}`, expiresAt: new Date(seconds * 1000) };
    },
    read(token) {
      const match = /^(brd_\w+)\.(ful_\w+)\.(\d{10,11})$/.exec(names.read(token) ?? '');
      if (match === null) return null;
      const [, brandId = '', fulfillmentId = '', seconds = ''] = match;
      return { brandId, fulfillmentId, expiresAt: new Date(Number(seconds) * 1000) };
    },
  };
}
