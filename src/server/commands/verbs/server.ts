import { endAdminSessionsCommand, startAdminSessionCommand } from '#server/control/admin-commands.ts';
import { restoredCommand } from '#server/control/restored-command.ts';
import { type Verbs, verbResult } from './verb.ts';

export const serverVerbs: Verbs = {
  help: `
  start-session EMAIL                   a session of a person of the team, as JSON: keep it secret
  end-sessions EMAIL                    ends all of them
  restored                              says that a backup was restored: phones fetch everything again`,
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
      run: () => verbResult(restoredCommand, {}, () => 'Phones will fetch everything again.'),
    },
  },
};
