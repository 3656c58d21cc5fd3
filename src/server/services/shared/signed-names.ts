import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './access-tokens.ts';

/** Tokens that are a name and its signature, `<name>.<mac>`: the same for the same name, so nothing is stored. */
export interface SignedNames {
  sign(name: string): string;
  /** The name that a token carries; null for one that was not signed here, for this purpose. */
  read(token: string): string | null;
}

/** @param purpose keeps tokens of one kind from being taken for those of another */
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
