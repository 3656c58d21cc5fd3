import * as v from 'valibot';
import type { Database } from '#server/database/database.ts';
import { defineEmail } from '#server/services/mail/email-kind.ts';
import type { MailText } from '#server/services/mail/render.ts';
import { shortenName } from '#server/services/mail/shorten-name.ts';
import { readTeamLists } from './team-waiting.ts';

/** Maximum number of items listed per kind; further ones are only counted. */
const maxListed = 10;

interface Deps {
  db: Database;
  now(): Date;
}

/**
 * Digest for the provider's team that lists all pending work when it is sent. `until` is the end of the reported
 * period, where the next digest begins.
 */
export const teamDigestEmail = defineEmail({
  kind: 'team-waits',
  data: { until: v.string() },
  render: (deps: Deps) => compose(deps),
});

async function compose({ db, now }: Deps): Promise<MailText | null> {
  const lists = await readTeamLists(db, { after: null, until: now() }, maxListed);
  if (lists.length === 0) return null;
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  return {
    subject: total === 1 ? '1 item needs attention' : `${total} items need attention`,
    greeting: 'Hello,',
    paragraphs: ['These items need attention, oldest first. To act on one, use its ID in an admin command.'],
    lists: lists.map(({ heading, total: all, items }) => ({
      heading,
      points: items.map(({ id, title, note }) => ({ title: shortenName(title), text: `${note} · ${id}` })),
      after: all > items.length ? `And ${all - items.length} more.` : null,
    })),
    action: null,
    footnote: 'You get at most one of these emails an hour. They go to the address in the server setting TEAM_EMAIL.',
  };
}
