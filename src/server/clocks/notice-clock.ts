import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { startPolling } from '../services/jobs/poll.ts';
import { remindCreators } from '../services/notices/creators/remind.ts';
import { emailTeam } from '../services/notices/team/email-team.ts';
import { independentTasks } from '../services/shared/independent-tasks.ts';

const everyMs = 60_000;

interface Deps {
  db: Database;
  /** Null if the provider's team gets no emails. */
  teamEmail: string | null;
  /** Wakes the outbox's sender. */
  wake(): void;
  log: Pick<Logger, 'error' | 'info'>;
  now(): Date;
}

/**
 * Sends time-based emails: reminders to creators, and digests of pending work to the provider's team. Polls every
 * minute. With several processes, only one of them sends each email.
 * @returns a function that stops it, after the current round
 */
export function startNoticeClock({ db, teamEmail, wake, log, now }: Deps): () => Promise<void> {
  if (teamEmail === null) log.info('TEAM_EMAIL is not set, so the team gets no email about pending work');
  return startPolling({
    everyMs,
    async round() {
      const tasks = independentTasks();
      const reminded = await tasks.run('remind-creators', () => remindCreators(db, now()));
      const isTeamEmailed =
        teamEmail !== null && (await tasks.run('email-team', () => emailTeam(db, { teamEmail, now: now() })));
      if (reminded || isTeamEmailed) wake();
      tasks.end();
    },
    onError: (error) => log.error({ err: error }, 'Reminders could not be sent'),
  }).stop;
}
