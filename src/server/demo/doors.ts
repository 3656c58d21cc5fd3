import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Caller } from '../services/accounts/sessions/sessions.ts';
import { demoEmails } from './accounts.ts';

/**
 * Makes the list of accounts that a caller may not log in to: those of the demo, whose password is public, wherever the demo isn't
 * for that caller. The first login from another machine without `PUBLIC_URL` logs why they are closed to it.
 */
export function demoDoors(
  login: Config['demoLogin'],
  log: Pick<Logger, 'warn'>,
): (caller: Pick<Caller, 'remoteSign'>) => readonly string[] {
  let isLogged = false;
  return ({ remoteSign }) => {
    if (login === 'open' || (login === 'local' && remoteSign === null)) return [];
    if (login === 'local' && !isLogged) {
      log.warn(
        `A login came from another machine (by its ${remoteSign ?? 'address'}), so the demo accounts are closed to it. Set PUBLIC_URL if others use this server, or SEED_DEMO=1 if the demo is for them.`,
      );
      isLogged = true;
    }
    return demoEmails;
  };
}
