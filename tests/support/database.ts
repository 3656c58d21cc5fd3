import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { OpenDatabase } from '#server/database/database.ts';
import { openEmbedded } from '#server/database/embedded.ts';
import { openRemote } from '#server/database/remote.ts';
import { migrationsDir } from '#server/paths.ts';

/** Opens an empty database with all tables: embedded and in memory, or a new one beside TEST_DATABASE_URL's. */
export function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openOnPostgres(url) : openFromTemplate();
}

/** Opens an empty database with all tables beside another, and returns its address for other processes, too. */
export async function openOnPostgres(url: string): Promise<OpenDatabase & { url: string }> {
  const name = `afield_test_${randomBytes(8).toString('hex')}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  await runOn(url, `CREATE DATABASE ${name}`);
  const opened = await openRemote(own.href, {
    onIdleError: (error) => {
      throw error;
    },
  });
  return {
    ...opened,
    url: own.href,
    close: async () => {
      await opened.close();
      await runOn(url, `DROP DATABASE ${name}`);
    },
  };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Making a database takes seconds, loading one a fraction: the first test file after a migration stores its own to load. */
async function openFromTemplate(): Promise<OpenDatabase> {
  const folder = 'node_modules/.cache/afield';
  const file = join(folder, `pg-${migrationsHash()}.tar`);
  if (existsSync(file)) return openEmbedded({ template: new Blob([readFileSync(file)]) });
  const opened = await openEmbedded({});
  const dump = await opened.client.dumpDataDir('none');
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, new Uint8Array(await dump.arrayBuffer()));
  renameSync(draft, file);
  return opened;
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  const files = readdirSync(migrationsDir(), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of files) hash.update(name).update(readFileSync(join(parentPath, name)));
  return hash.digest('hex').slice(0, 16);
}
