import { endAdminSessionsCommand, startAdminSessionCommand } from '#server/control/admin-commands.ts';
import { restoredCommand } from '#server/control/restored-command.ts';
import { type Verbs, verbResult } from './verb.ts';

export const serverVerbs: Verbs = {
  help: `
  start-session EMAIL                   starts a team member's session and prints it as JSON: keep it secret
  end-sessions EMAIL                    ends all of the team member's sessions
  restored                              tells phones to download everything again after a backup was restored`,
  verbs: {
    'start-session': {
      argument: 'an email',
      takes: [],
      run: (email) => verbResult(startAdminSessionCommand, { email }, (session) => JSON.stringify(session, null, 2)),
    },
    'end-sessions': {
      argument: 'an email',
      takes: [],
      run: (email) =>
        verbResult(
          endAdminSessionsCommand,
          { email },
          ({ ended }) => `${ended === 1 ? '1 session has' : `${ended} sessions have`} ended.`,
        ),
    },
    restored: {
      takes: [],
      run: () => verbResult(restoredCommand, {}, () => 'Phones will download everything again.'),
    },
  },
};
