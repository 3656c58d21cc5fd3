import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { payouts } from '#server/database/tables/ledger-tables.ts';
import { tags } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import type { TableShape } from '../archive/catalog.ts';
import { insertInto } from '../tables/load-tables.ts';
import type { TextRow } from './brand-rows.ts';

/** Result of matching the export's shared rows with existing ones. */
export interface SharedRowMatching {
  tx: Database;
  /** IDs of existing rows, by their IDs in the export. */
  ids: Map<string, string>;
  counts: { creators: number; matchedCreators: number };
  /** Reasons to refuse the import. */
  problems: string[];
}

type StoreShared = (matching: SharedRowMatching, shape: TableShape, rows: TextRow[]) => Promise<void>;

const textOf = (row: TextRow, column: string): string => row[column] ?? '';
const textsOf = (rows: readonly TextRow[], column: string) =>
  sql`select jsonb_array_elements_text(${JSON.stringify(rows.map((row) => textOf(row, column)))}::jsonb)`;
const accountOf = (platform: string, username: string) => `${platform} ${username.toLowerCase()}`;

const insert = async (tx: Database, shape: TableShape, rows: readonly TextRow[]) => {
  if (rows.length > 0) await tx.execute(insertInto(shape, JSON.stringify(rows)));
};

/** Matches tags by ID, then by name: every new installation starts with tags of the same names. */
const storeTags: StoreShared = async ({ tx, ids }, shape, rows) => {
  const here = await rowsOf<{ id: string; name: string }>(
    tx,
    sql`select id, name from ${tags} where id in (${textsOf(rows, 'id')}) or name in (${textsOf(rows, 'name')})`,
  );
  const missing = rows.filter((row) => {
    const same = here.find(({ id }) => id === row.id) ?? here.find(({ name }) => name === row.name);
    if (same !== undefined) ids.set(textOf(row, 'id'), same.id);
    return same === undefined;
  });
  await insert(tx, shape, missing);
};

/** Matches creators by email. A creator's existing data stays unchanged. */
const storeProfiles: StoreShared = async ({ tx, ids, counts, problems }, shape, rows) => {
  const here = await rowsOf<{ id: string; email: string }>(
    tx,
    sql`select id, email from ${creatorProfiles}
      where id in (${textsOf(rows, 'id')}) or email in (${textsOf(rows, 'email')})`,
  );
  const byEmail = new Map(here.map((profile) => [profile.email, profile]));
  const byId = new Map(here.map((profile) => [profile.id, profile]));
  const missing: TextRow[] = [];
  for (const row of rows) {
    const [id, email] = [textOf(row, 'id'), textOf(row, 'email')];
    const same = byEmail.get(email);
    const renamed = byId.get(id);
    if (same !== undefined) ids.set(id, same.id);
    else if (renamed !== undefined)
      problems.push(
        `The creator ${email} has the email ${renamed.email} here. Make them the same with change-creator-email.`,
      );
    else missing.push(row);
  }
  counts.creators += rows.length;
  counts.matchedCreators += rows.length - missing.length;
  await insert(tx, shape, missing);
};

/** Matches accounts by platform and name. An account belongs to one creator. */
const storeAccounts: StoreShared = async ({ tx, ids, problems }, shape, rows) => {
  const names = rows.map((row) => accountOf(textOf(row, 'platform'), textOf(row, 'username')));
  const here = await rowsOf<{ id: string; creatorId: string; platform: string; username: string; email: string }>(
    tx,
    sql`select a.id, a.creator_id as "creatorId", a.platform, a.username, p.email
      from ${creatorAccounts} a join ${creatorProfiles} p on p.id = a.creator_id
      where a.id in (${textsOf(rows, 'id')}) or a.platform || ' ' || lower(a.username)
        in (select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`,
  );
  const byName = new Map(here.map((account) => [accountOf(account.platform, account.username), account]));
  const byId = new Map(here.map((account) => [account.id, account]));
  const missing = rows.filter((row) => {
    const [id, platform, username] = [textOf(row, 'id'), textOf(row, 'platform'), textOf(row, 'username')];
    const same = byName.get(accountOf(platform, username));
    const renamed = byId.get(id);
    if (same !== undefined && same.creatorId !== row.creator_id)
      problems.push(
        `The account @${username} (${platform}) belongs to ${same.email} here, and to another creator in the export. Correct the creator in one of the installations.`,
      );
    else if (same !== undefined) ids.set(id, same.id);
    else if (renamed !== undefined)
      problems.push(
        `The account @${username} (${platform}) is @${renamed.username} here. Make them the same with rename-account.`,
      );
    else return true;
    return false;
  });
  // Skipped after a problem: an account of a refused creator would have no owner.
  if (problems.length === 0) await insert(tx, shape, missing);
};

const addMissing: StoreShared = async ({ tx, problems }, shape, rows) => {
  if (problems.length === 0) await tx.execute(sql`${insertInto(shape, JSON.stringify(rows))} on conflict do nothing`);
};

/** Adds up amounts: brands imported one after another may each bring a part of the same payout. */
const storePayouts: StoreShared = async ({ tx }, shape, rows) => {
  const stored = await rowsOf<{ id: string }>(
    tx,
    sql`${insertInto(shape, JSON.stringify(rows))} on conflict (id) do update
      set amount_cents = ${payouts}.amount_cents + excluded.amount_cents
      where ${payouts}.creator_id = excluded.creator_id and ${payouts}.paid_at = excluded.paid_at
        and ${payouts}.undone_at is not distinct from excluded.undone_at
      returning id`,
  );
  const ids = new Set(stored.map(({ id }) => id));
  const other = rows.find((row) => !ids.has(textOf(row, 'id')));
  if (other !== undefined)
    throw new CommandError(
      `The payout ${other.id} already exists here, for another creator or in another state. Nothing was changed.`,
    );
};

/** The rows may exist already: an interrupted import may have left files, which a server has since listed. */
const storeFiles: StoreShared = async ({ tx }, shape, rows) => {
  await tx.execute(sql`${insertInto(shape, JSON.stringify(rows))}
    on conflict (brand_id, name) do update set touched_at = excluded.touched_at`);
};

/** Functions that store rows which may exist already, by table. */
export const sharedTables: ReadonlyMap<string, StoreShared> = new Map<string, StoreShared>([
  ['tags', storeTags],
  ['creator_profiles', storeProfiles],
  ['creator_accounts', storeAccounts],
  ['account_names', addMissing],
  ['creator_tags', addMissing],
  ['payouts', storePayouts],
  ['stored_files', storeFiles],
]);
