import * as v from 'valibot';
import { adminSessionSchema } from '#contract/account/auth.ts';
import { emailAddress } from '#contract/account/email.ts';
import { commandFor, defineCommand } from '../control/command.ts';
import { defineTask } from '../control/task.ts';
import { refreshTokens } from '../services/accounts/sessions/refresh-tokens.ts';
import { endAdminSessions, startAdminSession } from '../services/admin/sessions.ts';
import { beginHistory } from '../services/feed/feed-history.ts';
import { accessTokens } from '../services/shared/access-tokens.ts';

const argument = 'an email';
const email = emailAddress();

const startAdminSessionTask = defineTask({
  name: 'start-admin-session',
  input: v.object({ email }),
  result: adminSessionSchema,
  run: ({ db, now, sessionSecret }, given) => {
    const secret = sessionSecret();
    const tokens = { adminAccess: accessTokens(secret, 'admin'), refresh: refreshTokens(secret) };
    return startAdminSession({ db, now, ...tokens }, given.email);
  },
});

const endAdminSessionsTask = defineTask({
  name: 'end-admin-sessions',
  acts: true,
  input: v.object({ email }),
  result: v.object({ ended: v.number() }),
  run: async ({ db, now }, given) => ({ ended: await endAdminSessions(db, given.email, now()) }),
});

export const serverCommands = [
  commandFor(startAdminSessionTask, {
    name: 'start-session',
    usage: 'EMAIL',
    help: "starts a team member's session and prints it as JSON: keep it secret",
    argument,
    call: (typed) => ({ input: { email: typed }, words: (session) => JSON.stringify(session, null, 2) }),
  }),
  commandFor(endAdminSessionsTask, {
    name: 'end-sessions',
    usage: 'EMAIL',
    help: "ends all of the team member's sessions",
    argument,
    call: (typed) => ({
      input: { email: typed },
      words: ({ ended }) => `Ended ${ended === 1 ? '1 session' : `${ended} sessions`}.`,
    }),
  }),
  defineCommand({
    name: 'restored',
    help: 'makes phones download everything again, after a backup has been restored',
    input: v.object({}),
    result: v.object({}),
    run: async ({ db }) => {
      await beginHistory(db);
      return {};
    },
    call: () => ({ input: {}, words: () => 'Phones will download everything again.' }),
  }),
];
