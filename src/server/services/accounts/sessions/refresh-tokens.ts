import { signedNames } from '#server/services/shared/signed-names.ts';

export interface RefreshTokens {
  /** The token of a session's generation: always the same, so a lost answer can be given again and nothing is stored. */
  make(sessionId: string, generation: number): string;
  /** Null for a token that isn't ours. */
  read(token: string): { sessionId: string; generation: number } | null;
}

/** Tokens such as `ses_01J….3.<mac>`: named by session and generation, and made unforgeable by the server's secret. */
export function refreshTokens(secret: string): RefreshTokens {
  const names = signedNames(secret, 'refresh token');
  return {
    make: (sessionId, generation) => names.sign(`${sessionId}.${generation}`),
    read(token) {
      const match = /^(ses_[0-9A-HJKMNP-TV-Z]{26})\.(\d{1,9})$/.exec(names.read(token) ?? '');
      if (match === null) return null;
      const [, sessionId = '', generation = ''] = match;
      return { sessionId, generation: Number(generation) };
    },
  };
}
