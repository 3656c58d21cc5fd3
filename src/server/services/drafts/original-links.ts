import { signedNames } from '../signed-names.ts';

/** Time for which an address can begin a download, or resume it. */
const openMs = 10 * 60_000;

/** The original that an address is for, and until when. */
export interface LinkedOriginal {
  brandId: string;
  uploadId: string;
  expiresAt: Date;
}

/** Tokens of addresses from which originals are downloaded: a browser's download has no session to show. Nothing is stored. */
export interface OriginalLinks {
  make(original: { brandId: string; uploadId: string; now: Date }): { token: string; expiresAt: Date };
  /** Null for a token that isn't ours; whether it has expired is for the caller to see. */
  read(token: string): LinkedOriginal | null;
}

export function originalLinks(secret: string): OriginalLinks {
  const names = signedNames(secret, 'original link');
  return {
    make({ brandId, uploadId, now }) {
      const seconds = Math.ceil((now.getTime() + openMs) / 1000);
      return { token: names.sign(`${brandId}.${uploadId}.${seconds}`), expiresAt: new Date(seconds * 1000) };
    },
    read(token) {
      const match = /^(brd_[0-9A-Z]{26})\.(upl_[0-9A-Z]{26})\.(\d{10,11})$/.exec(names.read(token) ?? '');
      if (match === null) return null;
      const [, brandId = '', uploadId = '', seconds = ''] = match;
      return { brandId, uploadId, expiresAt: new Date(Number(seconds) * 1000) };
    },
  };
}
