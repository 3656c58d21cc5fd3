import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './access-tokens.ts';

export interface RefreshTokens {
  /** The token of a session's generation: always the same, so a lost answer can be given again and nothing is stored. */
  make(sessionId: string, generation: number): string;
  /** Null for a token that isn't ours. */
  read(token: string): { sessionId: string; generation: number } | null;
}

/** Tokens such as `ses_01J….3.<mac>`: named by session and generation, and made unforgeable by the server's secret. */
export function refreshTokens(secret: string): RefreshTokens {
  const key = deriveKey(secret, 'refresh token');
  const mac = (named: string) => createHmac('sha256', key).update(named).digest('base64url');
  return {
    make: (sessionId, generation) => `${sessionId}.${generation}.${mac(`${sessionId}.${generation}`)}`,
    read(token) {
      const match = /^(ses_[0-9A-HJKMNP-TV-Z]{26})\.(\d{1,9})\.([\w-]{43})$/.exec(token);
      if (match === null) return null;
      const [, sessionId = '', generation = '', given = ''] = match;
      const expected = mac(`${sessionId}.${generation}`);
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return null;
      return { sessionId, generation: Number(generation) };
    },
  };
}
