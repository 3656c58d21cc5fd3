import type { SessionDeps } from '../sessions.ts';
import type { EmailCodes } from './email-codes.ts';

/** Dependencies of accounts. */
export interface AccountDeps extends SessionDeps {
  codes: EmailCodes;
}
