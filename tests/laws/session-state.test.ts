import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** A statement that begins with these words. */
const beginning = (words: RegExp) =>
  new RegExp(`${/(?<=(?:^|sql(?:\.raw\()?`|query\(['"`]|;|statement-breakpoint)\s*)/.source}(?:${words.source})`, 'gi');

/**
 * State of a database session, by its cause. Behind a pooler the next statement may run in another session, and the
 * state stays in one that other clients get next. Locks, settings and tables of a transaction are fine.
 * https://www.pgbouncer.org/features.html#sql-feature-map-for-pooling-modes
 */
const kinds: readonly [kind: string, pattern: RegExp][] = [
  ['a lock of the session: use pg_advisory_xact_lock', /pg_(try_)?advisory_(un)?lock/gi],
  ['a setting of the session: use SET LOCAL', beginning(/(?:re)?set\s+(?!local\b|transaction\b)[\w.]+/)],
  ['a setting of the session: use set_config(…, true)', /set_config\([^;`]*,\s*false\s*\)/gi],
  ['LISTEN: use Notices', beginning(/(?:un)?listen\s/)],
  ['a temporary table: use ON COMMIT DROP', /\bcreate\s+temp(orary)?\s+table\b(?![^`;]*\bon\s+commit\s+drop\b)/gi],
  ['a cursor of the session', /\bcursor\s+with\s+hold\b/gi],
  ['a prepared statement', beginning(/(?:prepare|deallocate)\s/)],
  ['a prepared statement', /\.prepare\(['"`]/g],
  ['the last number of a sequence: use RETURNING', /\b(currval|lastval)\(/gi],
];

const found = (source: string): string[] =>
  kinds.flatMap(([kind, pattern]) => [...source.matchAll(pattern)].map(([text]) => `${kind}: ${text.trim()}`));

/** Files that may have it, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'src/server/database/notices/remote.ts': 'listens on a connection of its own, and notices if a pooler is in between',
};

const files = projectFiles(/\.(ts|sql)$/, 'src/server');

test('no state is kept in database sessions', () => {
  const wrong = files
    .filter((path) => !(path in allowed))
    .flatMap((path) => found(read(path)).map((it) => `${path}: ${it}`));
  expect(wrong).toEqual([]);
});

test('connections are created only in guarded modules', () => {
  const makers = files.filter((path) => /from 'pg'/.test(read(path)));
  expect(makers.filter((path) => !/^src\/server\/database\/(remote|notices)\//.test(path))).toEqual([]);
});

test('every exception is needed', () => {
  expect(Object.keys(allowed).filter((path) => found(read(path)).length === 0)).toEqual([]);
});

test.each([
  'sql`select pg_advisory_lock(1)`',
  "client.query('SELECT pg_try_advisory_lock($1)')",
  'sql`set statement_timeout = 0`',
  "client.query('SET search_path TO brand')",
  'sql`set local jit = off; set work_mem = 1`',
  "sql`select set_config('jit', 'off', false)`",
  'client.query(`LISTEN changes`)',
  'sql`create temp table known (key text)`',
  'CREATE TEMPORARY TABLE "uncounted" AS SELECT 1;',
  '--> statement-breakpoint\nSET work_mem = 1',
  'sql`declare rows cursor with hold for select 1`',
  "db.select().from(brands).prepare('brands')",
  'sql`prepare plan as select 1`',
  "sql`select currval('ids')`",
])('the search finds %s', (source) => {
  expect(found(source)).toHaveLength(1);
});

test.each([
  'sql`select pg_advisory_xact_lock(1)`',
  'sql`set local statement_timeout = 0`',
  'sql`update brands set revision = 1`',
  "sql`select set_config('jit', 'off', true)`",
  'sql`create temp table known (key text) on commit drop`',
  'CREATE TEMPORARY TABLE "uncounted" ON COMMIT DROP AS SELECT 1;',
  'server.listen(port)',
])('the search ignores %s', (source) => {
  expect(found(source)).toEqual([]);
});
