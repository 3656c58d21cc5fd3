import { signedNames } from '#server/services/shared/signed-names.ts';

export interface RefreshTokens {
  /**
   * Returns the token of a session's generation. It is deterministic, so it can be resent after a lost response without
   * being stored.
   */
  make(sessionId: string, generation: number): string;
  /** Returns null if the token's format or signature is invalid. */
  read(token: string): { sessionId: string; generation: number } | null;
}

/**
 * Creates tokens such as `ses_01J….3.<mac>`, which contain session and generation and are signed with the server's
 * secret.
 */
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
