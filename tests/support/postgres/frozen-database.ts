import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import * as v from 'valibot';
import type { OpenDatabase } from '#server/database/database.ts';
import { openEmbedded } from '#server/database/embedded.ts';
import { openRemote } from '#server/database/remote.ts';
import { makeOnPostgres } from './database.ts';

const folder = join(import.meta.dirname, '../../fixtures/databases');

/** Versions with a frozen database, oldest first. */
export const frozenVersions = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const rowSchema = v.record(v.string(), v.unknown());
const rowsSchema = v.object({
  migrations: v.array(v.object({ hash: v.string(), created_at: v.union([v.number(), v.string()]) })),
  rows: v.record(v.string(), v.array(rowSchema)),
});
const answersSchema = v.object({
  email: v.string(),
  password: v.string(),
  session: v.object({ brandId: v.string(), refreshToken: v.string() }),
  inReview: v.string(),
  submission: v.string(),
  answers: v.record(v.string(), v.unknown()),
});

const read = (version: string, name: string) => readFileSync(join(folder, version, name), 'utf8');

/** Rows of a frozen database, by table. */
export const frozenRows = (version: string) => v.parse(rowsSchema, JSON.parse(read(version, 'rows.json'))).rows;

/** Responses of its server, and the password of its brand. */
export const frozenAnswers = (version: string) => v.parse(answersSchema, JSON.parse(read(version, 'answers.json')));

interface FrozenDatabase {
  /** Settings of a server that uses it. */
  settings: Record<string, string>;
  /** Opens it as a server does at its start, which migrates its tables. */
  open(): Promise<OpenDatabase>;
  remove(): Promise<void>;
}

/** Restores a frozen database into a data directory, or next to TEST_DATABASE_URL's. */
export async function createFrozenDatabase(version: string, dataDir: string): Promise<FrozenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) {
    const client = await PGlite.create(join(dataDir, 'pg'));
    await fill(version, (text) => client.exec(text));
    await client.close();
    return { settings: { DATA_DIR: dataDir }, open: () => openEmbedded({ dataDir }), remove: async () => {} };
  }
  const made = await makeOnPostgres(url);
  const client = new Client({ connectionString: made.url });
  await client.connect();
  await fill(version, (text) => client.query(text));
  await client.end();
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: made.url },
    open: () => openRemote(made.url, { onIdleError: () => undefined }),
    remove: made.drop,
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function fill(version: string, run: (text: string) => Promise<unknown>): Promise<void> {
  const { migrations, rows } = v.parse(rowsSchema, JSON.parse(read(version, 'rows.json')));
  await run(read(version, 'schema.sql'));
  // Rows are ordered by table name, which foreign keys don't allow.
  await run('set session_replication_role = replica');
  await run('create schema drizzle');
  await run('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)');
  for (const { hash, created_at } of migrations) {
    await run(`insert into drizzle.__drizzle_migrations (hash, created_at) values (${quoted(hash)}, ${created_at})`);
  }
  for (const [table, found] of Object.entries(rows)) {
    // Migrations have inserted rows into some.
    await run(`delete from "${table}"`);
    await run(
      `insert into "${table}" select * from json_populate_recordset(null::"${table}", ${quoted(JSON.stringify(found))})`,
    );
  }
  await run('set session_replication_role = default');
}
