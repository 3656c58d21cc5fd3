import type { SessionDeps } from '../sessions.ts';
import type { EmailCodes } from './email-codes.ts';

/** What accounts stand on. */
export interface AccountDeps extends SessionDeps {
  codes: EmailCodes;
}

/** Where a call comes from. */
export interface Caller {
  address: string;
  userAgent: string | null;
}
