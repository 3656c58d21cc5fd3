import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Caller } from '../services/accounts/sessions/sessions.ts';
import { demoEmails } from './accounts.ts';

/**
 * Returns a function that lists the accounts a caller may not log in to: the demo's, whose password is public, unless
 * the demo is open to that caller. The first login from another machine without `PUBLIC_URL` logs why those accounts
 * are closed.
 */
export function accountsClosedTo(
  login: Config['demoLogin'],
  log: Pick<Logger, 'warn'>,
): (caller: Pick<Caller, 'remoteSign'>) => readonly string[] {
  let isLogged = false;
  return ({ remoteSign }) => {
    if (login === 'open' || (login === 'local' && remoteSign === null)) return [];
    if (login === 'local' && !isLogged) {
      log.warn(
        `A login came from another machine (judging by its ${remoteSign ?? 'address'}), so it can’t use the demo accounts. Set PUBLIC_URL if others use this server, or SEED_DEMO=1 if the demo is for them.`,
      );
      isLogged = true;
    }
    return demoEmails;
  };
}
