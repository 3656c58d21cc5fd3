import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesOf } from '#server/backup/archive/catalog.ts';
import { type Database, type OpenDatabase, rowsOf } from '#server/database/database.ts';
import { openTestDatabase } from '#tests/support/postgres/database.ts';

/** Tables that stay on the coordinator, with reasons. */
const onCoordinator: Readonly<Record<string, string>> = {
  admin_sessions: 'the team belongs to no brand',
  admin_users: 'the team belongs to no brand',
  attempts: 'logins are limited before a brand is known',
  brands:
    'its email is unique among all; its row orders a brand’s writes and announces them, which takes a function that isn’t immutable',
  change_templates: 'shared by all brands, and read alone',
  charges: 'a provider’s charge belongs to one payment of all brands; those that are due are polled',
  command_keys: 'the team’s commands belong to no brand',
  database_origin: 'one row',
  draft_uploads: 'its id is known before its brand; renditions are polled, in turn by brand',
  mails: 'some have no brand; those that are due are polled',
  media_uploads: 'its id is known before its brand',
  post_names: 'a post counts for one offer of all brands',
  provider_events: 'an event’s brand is known once it was read',
  push_devices: 'a device’s address is unique among all; those that are due are polled',
  sandbox_charges: 'a provider knows charges by their key alone',
  sessions: 'a session is found by its id, and its devices refer to it',
  waiting_times: 'one row',
};

/** Tables with a copy on every server, with reasons. */
const everywhere: Readonly<Record<string, string>> = {
  account_names: 'joined with brands’ creators by name',
  creator_accounts: 'joined with brands’ creators by name',
  creator_profiles: 'joined with brands’ creators',
  creator_tags: 'joined with brands’ creators',
  earning_holds: 'its id is its key; earnings are joined with it, and few have any',
  hold_answers: 'they refer to a hold, and name no brand',
  payouts: 'earnings of several brands refer to one',
  tags: 'creators’ tags refer to it',
};

interface ForeignKey {
  name: string;
  owner: string;
  target: string;
  /** Pairs of columns, such as `brand_id=brand_id`. */
  pairs: string[];
}

let database: OpenDatabase;
let before: ForeignKey[];
let after: ForeignKey[];
/** Tables that the script distributes or replicates, in its order. */
let placed: { name: string; by: string | null }[];

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  before = await foreignKeysOf(db);
  placed = await runScript(db);
  after = await foreignKeysOf(db);
});
afterAll(() => database.close());

/** Runs the script with stubs of the cluster's functions that record their calls. */
async function runScript(db: Database): Promise<typeof placed> {
  const statements = readFileSync('docs/distribute.sql', 'utf8')
    .replace(/^--.*$/gm, '')
    .split(/;\n(?!end)/)
    .map((statement) => statement.trim())
    .filter((statement) => !['', 'begin', 'commit'].includes(statement));
  return db.transaction(async (tx) => {
    await tx.execute(sql`create temp table placed (at serial, name text primary key, by text)`);
    await tx.execute(sql`create function pg_temp.create_reference_table(owner regclass) returns void
      language sql as $$ insert into placed (name) values (owner::text) $$`);
    await tx.execute(sql`create function pg_temp.create_distributed_table(owner regclass, by text, colocate_with text default 'default')
      returns void language sql as $$ insert into placed (name, by) values (owner::text, by) $$`);
    // Functions in the session's temporary schema are only found if the schema is named.
    for (const statement of statements)
      await tx.execute(sql.raw(statement.replace(/^select (create_\w+_table)/, 'select pg_temp.$1')));
    return rowsOf<(typeof placed)[number]>(tx, sql`select name, by from placed order by at`);
  });
}

const foreignKeysOf = (db: Database) =>
  rowsOf<ForeignKey>(
    db,
    sql`select conname as name, conrelid::regclass::text as owner, confrelid::regclass::text as target,
        (select array_agg(o.attname || '=' || t.attname)
          from unnest(conkey, confkey) as pair(own, other)
          join pg_attribute o on o.attrelid = conrelid and o.attnum = own
          join pg_attribute t on t.attrelid = confrelid and t.attnum = other) as pairs
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`,
  );

const placeOf = (table: string) => {
  const found = placed.find(({ name }) => name === table);
  if (found === undefined) return 'coordinator';
  return found.by === null ? 'everywhere' : 'brand';
};

/** True if the cluster can enforce a foreign key: both rows are on one server. */
const isCheckable = ({ owner, target, pairs }: ForeignKey): boolean => {
  const [from, to] = [placeOf(owner), placeOf(target)];
  return to === 'everywhere' || (from === to && (from === 'coordinator' || pairs.includes('brand_id=brand_id')));
};

test('each table is in one place: with its brand, on every server, or on the coordinator', async () => {
  const tables = (await tablesOf(database.db)).map(({ name }) => name);
  const listed = [...placed.map(({ name }) => name), ...Object.keys(onCoordinator)];
  expect(listed.toSorted()).toEqual(tables.toSorted());
  expect(Object.keys(everywhere).toSorted()).toEqual(
    placed.flatMap(({ name, by }) => (by === null ? [name] : [])).toSorted(),
  );
});

test('distributed tables have brand_id in each unique key', async () => {
  const keys = await rowsOf<{ owner: string; key: string; columns: string[] }>(
    database.db,
    sql`select indrelid::regclass::text as owner, indexrelid::regclass::text as key,
        (select array_agg(attname::text) from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
      from pg_index join pg_class on pg_class.oid = indrelid
      where indisunique and relnamespace = 'public'::regnamespace`,
  );
  const ofBrands = keys.filter(({ owner }) => placeOf(owner) === 'brand');
  expect(ofBrands.length).toBeGreaterThan(25);
  expect(ofBrands.filter(({ columns }) => !columns.includes('brand_id'))).toEqual([]);
  expect(placed.filter(({ by }) => by !== null && by !== 'brand_id')).toEqual([]);
});

test('remaining foreign keys can be enforced on one server, and all others are dropped', () => {
  expect(after.filter((key) => !isCheckable(key))).toEqual([]);
  const kept = new Set(after.map(({ name }) => name));
  expect(before.filter((key) => !kept.has(key.name) && isCheckable(key))).toEqual([]);
});

test('tables are listed after those that they reference', () => {
  const at = (table: string) => placed.findIndex(({ name }) => name === table);
  const early = after.filter(({ owner, target }) => at(owner) !== -1 && owner !== target && at(owner) < at(target));
  expect(early).toEqual([]);
});
