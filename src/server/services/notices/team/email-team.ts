import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '#server/database/database.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { teamDigestEmail } from './team-email.ts';
import { readTeamLists } from './team-waiting.ts';

const hourMs = 3_600_000;
/** Minimum age of rows that are read. A row's timestamp precedes its commit, so newer rows may not be visible yet. */
const settledMs = 10_000;

/**
 * Emails the provider's team a digest of its pending work when there is something new, at most once an hour. The list
 * is compiled when the email is sent. Only one of several processes sends it. @returns true if an email was queued
 */
export function emailTeam(db: Database, { teamEmail, now }: { teamEmail: string; now: Date }): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mail to the team'))`);
    const [last] = await tx
      .select({ createdAt: mails.createdAt, data: mails.data })
      .from(mails)
      .where(and(eq(mails.kind, teamDigestEmail.kind), inArray(mails.status, ['WAITING', 'SENDING', 'SENT'])))
      .orderBy(desc(mails.createdAt), desc(mails.id))
      .limit(1);
    if (last !== undefined && now.getTime() - last.createdAt.getTime() < hourMs) return false;
    const until = new Date(now.getTime() - settledMs);
    const after = last === undefined ? null : new Date(v.parse(v.object({ until: v.string() }), last.data).until);
    const news = await readTeamLists(tx, { after, until }, 1);
    if (news.length === 0) return false;
    const content = teamDigestEmail.of({ until: until.toISOString() });
    await queueMail(tx, { brandId: null, recipient: teamEmail, content, now });
    return true;
  });
}
