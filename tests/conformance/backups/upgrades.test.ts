import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { login, refreshBrand } from '#contract/account/auth.ts';
import { acceptEvidence } from '#contract/brand/offer.ts';
import { tablesOf } from '#server/backup/archive/catalog.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import {
  createFrozenDatabase,
  frozenAnswers,
  frozenRows,
  frozenVersions,
} from '#tests/support/postgres/frozen-database.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { startTestServer } from '#tests/support/servers/server.ts';

type Row = Record<string, unknown>;

/**
 * Columns that an upgrade may change: new revisions make phones sync again, and a restore changes a brand's history.
 */
const changing = new Set(['revision', 'feed_epoch']);

async function databaseOf(version: string) {
  const dataDir = join(newFolder(), 'data');
  mkdirSync(dataDir);
  const database = await createFrozenDatabase(version, dataDir);
  onTestFinished(database.remove);
  return database;
}

/** Current rows of the frozen tables. */
async function rowsNow(db: Database, names: string[]): Promise<Record<string, Row[]>> {
  const there = new Set((await tablesOf(db)).map(({ name }) => name));
  const rows: Record<string, Row[]> = {};
  for (const name of names.filter((each) => there.has(each))) {
    const found = await rowsOf<{ row: Row }>(db, sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const sameAs = (frozen: Row, row: Row) =>
  Object.entries(frozen).every(
    ([column, value]) => changing.has(column) || JSON.stringify(row[column]) === JSON.stringify(value),
  );

test('databases of 0.1.0 and 0.2.0 are frozen', () => {
  expect(frozenVersions.slice(0, 2)).toEqual(['0.1.0', '0.2.0']);
});

test.each(frozenVersions)('a database of %s is migrated with every row, and responds as before', async (version) => {
  const frozen = frozenRows(version);
  const { email, password, session, inReview, submission, answers } = frozenAnswers(version);
  const database = await databaseOf(version);
  const opened = await database.open();
  const now = await rowsNow(opened.db, Object.keys(frozen));
  const server = await startTestServer({ database: opened });
  onTestFinished(() => server.close());

  const lost = Object.entries(frozen).flatMap(([table, rows]) =>
    rows
      .filter((row) => !(now[table] ?? []).some((each) => sameAs(row, each)))
      .map((row) => `${table}: ${JSON.stringify(row)}`),
  );
  expect(lost).toEqual([]);

  const refreshed = await call(server, refreshBrand, {
    body: { brandId: session.brandId, refreshToken: session.refreshToken },
  });
  expect(refreshed.status).toBe(200);
  const loggedIn = await call(server, login, { body: { email, password } });
  expect(loggedIn.status).toBe(200);
  const token = loggedIn.data.accessToken;
  const today: Record<string, unknown> = {};
  for (const path of Object.keys(answers)) {
    const answer = await server.app.request(path, { headers: { Authorization: `Bearer ${token}` } });
    today[path] = await answer.json();
  }
  expect(today).toMatchObject(answers);

  const accepted = await call(server, acceptEvidence, {
    ...{ params: { id: inReview }, ifMatch: submission, token, key: newKey(), body: {} },
  });
  expect([accepted.status, accepted.data.currentStage.type]).toEqual([200, 'SUBMIT_EVIDENCE']);
  expect(server.errors).toEqual([]);
});

test('a server starts on the oldest frozen database', async () => {
  const [version = ''] = frozenVersions;
  const { settings } = await databaseOf(version);
  const { email, password } = frozenAnswers(version);
  const SESSION_SECRET = 'a secret of the test, of 32 bytes or more';
  const server = startProcess({ ...settings, SESSION_SECRET, PORT: '0', SEED_DEMO: '0' });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const answer = await fetch(`${await server.ready}${login.path}`, {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email, password }) },
  });
  server.child.kill('SIGKILL');
  const { stderr } = await server.ended;
  expect(answer.status).toBe(200);
  expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{"level":30,'))).toEqual([]);
});
