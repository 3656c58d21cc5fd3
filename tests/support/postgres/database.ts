import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { Client } from 'pg';
import type { OpenDatabase } from '#server/database/database.ts';
import { openEmbedded } from '#server/database/embedded.ts';
import { openRemote } from '#server/database/remote.ts';
import { migrationsDir } from '#server/paths.ts';
import { emptied, type Pristine, pristineOf } from './emptied.ts';

/** Opens an empty database with all tables: embedded and in memory, or a new one next to TEST_DATABASE_URL's. */
export function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openOnPostgres(url) : openPooled();
}

interface OnPostgres extends OpenDatabase {
  url: string;
  /** Closes its connections, for work that needs exclusive access. */
  end(): Promise<void>;
  /** Drops it, once its connections have closed. */
  drop(): Promise<void>;
}

/** Opens an empty database with all tables next to another, and returns its address, also for other processes. */
export async function openOnPostgres(url: string): Promise<OnPostgres> {
  const name = `afield_test_${randomBytes(8).toString('hex')}`;
  const template = await templateOn(url);
  await withClient(url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const own = addressOf(url, name);
  const opened = await openRemote(own, {
    onIdleError: (error) => {
      throw error;
    },
  });
  const drop = () => withClient(url, (client) => client.query(`DROP DATABASE ${name}`));
  return {
    ...opened,
    ...{ url: own, end: opened.close, drop },
    close: async () => {
      await opened.close();
      await drop();
    },
  };
}

/** Creates a database without any tables next to another. */
export async function makeOnPostgres(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `afield_test_${randomBytes(8).toString('hex')}`;
  await withClient(url, (client) => client.query(`CREATE DATABASE ${name}`));
  return {
    url: addressOf(url, name),
    drop: () => withClient(url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** Any fixed number: processes of one run wait for this lock, and one of them creates the template. */
const templateLock = 4_171_924;

/**
 * The name of a template database with all tables: running all migrations for each database takes longer. It is kept
 * for later runs, one per state of the migrations.
 */
async function templateOn(url: string): Promise<string> {
  const name = `afield_test_template_${migrationsHash()}`;
  await withClient(url, async (client) => {
    const isThere = async () =>
      (await client.query('SELECT FROM pg_database WHERE datname = $1', [name])).rowCount === 1;
    if (await isThere()) return;
    await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
    if (await isThere()) return;
    const draft = `${name}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft}`);
    await client.query(`CREATE DATABASE ${draft}`);
    const opened = await openRemote(addressOf(url, draft), { onIdleError: () => undefined });
    await opened.close();
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  });
  return name;
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Does work over a separate connection, which also releases its locks. */
async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

interface Embedded extends OpenDatabase {
  client: PGlite;
  pristine: Pristine;
}

/**
 * An open database keeps its process alive. Vitest ends its workers; a program that starts a test server must end by
 * itself.
 */
const keepsDatabases = process.env.VITEST !== undefined;
/** Embedded databases open in this process that no server uses: starting one takes longer than most test files. */
const idle: Embedded[] = [];

async function openPooled(): Promise<OpenDatabase> {
  const reused = await nextIdle();
  const opened = reused ?? (await openFromTemplate());
  let isClosed = false;
  return {
    ...opened,
    // The server stores listeners by this object, so each server gets its own.
    db: drizzle(opened.client, { casing: 'snake_case' }),
    close: async () => {
      // Returned twice, it would be used by two servers at once.
      if (isClosed) return;
      isClosed = true;
      if (keepsDatabases) idle.push(opened);
      else await opened.close();
    },
  };
}

/** Takes an idle database and empties it. Closes it instead if a test has changed its tables. */
async function nextIdle(): Promise<Embedded | null> {
  for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
    const isUsable = await emptied(found.client, found.pristine).catch(() => false);
    if (isUsable) return found;
    await found.close();
  }
  return null;
}

/**
 * Creating a database takes seconds, loading one a fraction: the first test file after a migration stores its own for
 * loading.
 */
async function openFromTemplate(): Promise<Embedded> {
  const folder = 'node_modules/.cache/afield';
  const file = join(folder, `pg-${migrationsHash()}.tar`);
  const isMade = existsSync(file);
  const opened = await openEmbedded(isMade ? { template: new Blob([readFileSync(file)]) } : {});
  if (!isMade) {
    const dump = await opened.client.dumpDataDir('none');
    mkdirSync(folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, new Uint8Array(await dump.arrayBuffer()));
    renameSync(draft, file);
  }
  return { ...opened, pristine: await pristineOf(opened.client) };
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  const files = readdirSync(migrationsDir(), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of files) hash.update(name).update(readFileSync(join(parentPath, name)));
  return hash.digest('hex').slice(0, 16);
}
