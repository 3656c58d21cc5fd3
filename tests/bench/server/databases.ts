import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import type { Database, OpenDatabase } from '#server/database/database.ts';
import { openEmbedded } from '#server/database/embedded.ts';
import { openRemote } from '#server/database/remote.ts';

export const databaseKinds = ['embedded', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** A database created for the bench, which `remove` deletes completely. */
export interface BenchDatabase {
  kind: DatabaseKind;
  version: string;
  /** Environment of a server that runs on it. */
  env: Record<string, string>;
  /** Opens it as a server does. The embedded one can only be open once at a time. */
  open(): Promise<OpenDatabase>;
  /** Runs work whose statements exceed a server's time limit, beside the opened database. */
  atLength<T>(opened: OpenDatabase, work: (db: Database) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export const makeDatabase = (kind: DatabaseKind): Promise<BenchDatabase> =>
  kind === 'embedded' ? makeEmbedded() : makeRemote(process.env.TEST_DATABASE_URL);

async function makeEmbedded(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'afield-bench-'));
  const open = () => openEmbedded({ dataDir });
  return {
    kind: 'embedded',
    version: 'PGlite',
    env: { DATA_DIR: dataDir },
    open,
    atLength: ({ db }, work) => work(db),
    remove: async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Creates a database on the PostgreSQL at this address. */
export async function makeRemote(given: string | undefined): Promise<BenchDatabase> {
  if (given === undefined) throw new Error('Set TEST_DATABASE_URL to measure on PostgreSQL.');
  const name = `afield_bench_${randomBytes(6).toString('hex')}`;
  const { version } = await onClient(given, async (client) => {
    await client.query(`CREATE DATABASE ${name}`);
    return (await client.query<{ version: string }>(`SELECT split_part(version(), ' ', 2) AS version`)).rows[0] as {
      version: string;
    };
  });
  const url = Object.assign(new URL(given), { pathname: `/${name}` }).href;
  const dataDir = mkdtempSync(join(tmpdir(), 'afield-bench-'));
  const open = () =>
    openRemote(url, {
      onIdleError: (error) => {
        throw error;
      },
    });
  await (await open()).close();
  return {
    kind: 'postgres',
    version: `PostgreSQL ${version}`,
    env: { DATABASE_URL: url, DATA_DIR: dataDir, SESSION_SECRET: randomBytes(32).toString('hex') },
    open,
    atLength: (_, work) => onClient(url, (client) => work(drizzle(client, { casing: 'snake_case' }))),
    async remove() {
      await onClient(given, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function onClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
