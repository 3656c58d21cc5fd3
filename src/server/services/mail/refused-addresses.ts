import { sql } from 'drizzle-orm';
import { withoutControls } from '#contract/wire/controls.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { brands } from '#server/database/tables/tables.ts';

/** A creator's or brand's address that rejects emails. */
export interface RefusedAddress {
  email: string;
  /** The creator's or the brand's name. */
  name: string;
  /** Time of the first refusal since the last accepted email, if any. */
  since: Date;
  /** The mail server's message. */
  reason: string;
}

/** Maximum length of a reason, since mail servers may return whole paragraphs. */
const maxReasonLength = 200;

/**
 * Returns addresses that refuse emails, as far back as the outbox goes, the longest-refusing first. Addresses no
 * longer in use are left out.
 */
export async function readRefusedAddresses(db: Database): Promise<RefusedAddress[]> {
  const rows = await rowsOf<{ email: string; name: string; since: string; reason: string | null }>(
    db,
    sql`
      with taken as (
        select recipient, max(changed_at) as at from ${mails}
        where status = 'SENT' and recipient in (select recipient from ${mails} where status = 'REFUSED')
        group by recipient
      ), refused as (
        select m.recipient, min(m.changed_at) as since, (array_agg(m.last_error order by m.changed_at desc))[1] as reason
        from ${mails} m left join taken using (recipient)
        where m.status = 'REFUSED' and m.changed_at > coalesce(taken.at, '-infinity')
        group by m.recipient
      ), known as (
        select email, first_name || ' ' || last_name as name from ${creatorProfiles}
        union all select email, name from ${brands}
      )
      select distinct on (refused.since, refused.recipient)
        refused.recipient as email, known.name, refused.since::text as since, refused.reason
      from refused join known on known.email = refused.recipient
      order by refused.since, refused.recipient, known.name`,
  );
  return rows.map(({ email, name, since, reason }) => ({
    ...{
      email,
      name: name.trim(),
      since: new Date(since),
      reason: withoutControls(reason ?? 'no reason was given').slice(0, maxReasonLength),
    },
  }));
}
