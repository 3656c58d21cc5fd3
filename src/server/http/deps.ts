import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { AccessTokens } from '../services/access-tokens.ts';
import type { RefreshTokens } from '../services/refresh-tokens.ts';

/** What the handlers stand on. */
export interface HttpDeps {
  db: Database;
  access: AccessTokens;
  refresh: RefreshTokens;
  log: Logger;
  now(): Date;
  /** Whether each answer is held against the contract before it is sent; a breach is a 500. */
  checkAnswers: boolean;
}
