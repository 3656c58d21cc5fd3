import { sql } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { comparableName } from '#domain/posts/post-link-check.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { accountNames, creatorAccounts } from '#server/database/tables/creator-tables.ts';

interface AccountName {
  platform: SocialPlatform;
  username: string;
}

/** SQL condition: no other account uses the former name now, so the name still identifies the renamed account. */
const isFree = sql`not exists (
  select from ${creatorAccounts} o where o.platform = a.platform and lower(o.username) = lower(n.username))`;

const given = (names: readonly AccountName[]) => {
  const rows = names.map(({ platform, username }) => ({ platform, name: comparableName(username) }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(platform text, name text)`;
};

const keyOf = ({ platform, username }: AccountName) => `${platform} ${comparableName(username)}`;

/** Returns an account's former names that no other account uses now. */
export async function readFormerNames(db: Database, account: AccountName): Promise<string[]> {
  const rows = await rowsOf<{ username: string }>(
    db,
    sql`select distinct n.username from ${given([account])}
      join ${creatorAccounts} a on a.platform = given.platform and lower(a.username) = given.name
      join ${accountNames} n on n.account_id = a.id
      where ${isFree} order by n.username`,
  );
  return rows.map(({ username }) => username);
}

/**
 * Returns a function that maps former names to the account's current name. Current and unknown names are returned unchanged.
 */
export async function currentNameLookup(
  db: Database,
  names: readonly AccountName[],
): Promise<(name: AccountName) => string> {
  // A part of a metrics file has thousands of rows for a few accounts, so look up each name only once.
  const asGiven = new Map(names.map((name) => [`${name.platform} ${name.username}`, name]));
  const distinct = [...new Map([...asGiven.values()].map((name) => [keyOf(name), name])).values()];
  const rows =
    distinct.length === 0
      ? []
      : await rowsOf<AccountName & { former: string }>(
          db,
          sql`select distinct on (given.platform, given.name) given.platform, given.name as former, a.username
            from ${given(distinct)}
            join ${accountNames} n on lower(n.username) = given.name
            join ${creatorAccounts} a on a.id = n.account_id and a.platform = given.platform
            where ${isFree} order by given.platform, given.name, n.until desc`,
        );
  const present = new Map(rows.map(({ platform, former, username }) => [`${platform} ${former}`, username]));
  return (name) => (present.size === 0 ? name.username : (present.get(keyOf(name)) ?? name.username));
}
