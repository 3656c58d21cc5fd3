import type { Database } from '#server/database/database.ts';
import { named } from '../mail/named.ts';
import type { MailText } from '../mail/render.ts';
import { readTeamLists } from './team-waiting.ts';

/** More of a kind are counted, not listed. */
const mostListed = 10;

/** Mail about what waits for the provider's team now; null where nothing does. */
export async function composeTeam({ db, now }: { db: Database; now(): Date }): Promise<MailText | null> {
  const lists = await readTeamLists(db, { after: null, until: now() }, mostListed);
  if (lists.length === 0) return null;
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  return {
    subject: total === 1 ? '1 item needs the team' : `${total} items need the team`,
    greeting: 'Hello,',
    paragraphs: ['These items need someone on the team, oldest first. Use their IDs with npm run admin.'],
    lists: lists.map(({ heading, total: all, items }) => ({
      heading,
      points: items.map(({ id, title, note }) => ({ title: named(title), text: `${note} · ${id}` })),
      after: all > items.length ? `And ${all - items.length} more.` : null,
    })),
    action: null,
    footnote: 'You get at most one of these emails an hour. The server setting TEAM_EMAIL has your address.',
  };
}
