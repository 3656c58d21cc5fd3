import type { EmailCodes } from './email-codes.ts';
import type { SessionDeps } from './sessions/sessions.ts';

export interface AccountDeps extends SessionDeps {
  codes: EmailCodes;
}
