import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './access-tokens.ts';

/**
 * Tokens that consist of a name and its signature, `<name>.<mac>`. A name always has the same token, so nothing is stored.
 */
export interface SignedNames {
  sign(name: string): string;
  /** Returns the name in a token; null if it wasn't signed here for this purpose. */
  read(token: string): string | null;
}

/** @param purpose makes tokens of one kind invalid for others */
export function signedNames(secret: string, purpose: string): SignedNames {
  const key = deriveKey(secret, purpose);
  const macOf = (name: string) => createHmac('sha256', key).update(name).digest('base64url');
  return {
    sign: (name) => `${name}.${macOf(name)}`,
    read(token) {
      const match = /^([\w.]{1,200})\.([\w-]{43})$/.exec(token);
      if (match === null) return null;
      const [, name = '', given = ''] = match;
      return timingSafeEqual(Buffer.from(given), Buffer.from(macOf(name))) ? name : null;
    },
  };
}
