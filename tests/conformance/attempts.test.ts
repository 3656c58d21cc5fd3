import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { DatabaseUnavailableError } from '#server/database/trouble.ts';
import { limitMisses } from '#server/services/attempts.ts';
import { apiServer } from '#tests/support/api-server.ts';

const { server } = await apiServer();
const most = 2;
const gone = new DatabaseUnavailableError('The connection was lost.');
const fails = (error: Error) => async () => {
  throw error;
};

/** A database that loses its connection on this kind of statement. */
const losing = (statement: 'update' | 'insert'): Database =>
  new Proxy(server.db, {
    get: (db, name) =>
      name === statement
        ? () => {
            throw gone;
          }
        : Reflect.get(db, name),
  });

/** One attempt of a subject; resolves to its result or to its error's message. */
const attempt = (subject: string, task: () => Promise<string>, db: Database = server.db) =>
  limitMisses(db, [{ subject: [subject], most }], server.clock.now(), task).catch((error: Error) => error.message);
const succeeds = async () => 'done';

test('misses are limited, and what succeeds is none', async () => {
  for (let n = 0; n < 4; n += 1) expect(await attempt('misses', succeeds)).toBe('done');
  for (let n = 0; n < most; n += 1) expect(await attempt('misses', fails(new Error('wrong')))).toBe('wrong');
  expect(await attempt('misses', succeeds)).toBe('Too many attempts. Please try again in 15 minutes.');
});

test('what a trouble of the database ended is no miss', async () => {
  for (let n = 0; n < 4; n += 1) expect(await attempt('ended', fails(gone))).toBe(gone.message);
  expect(await attempt('ended', succeeds)).toBe('done');
});

test('what could not be taken back in a trouble is with the next count, also where that fails once', async () => {
  for (let n = 0; n < most; n += 1) expect(await attempt('owed', succeeds, losing('update'))).toBe('done');
  expect(await attempt('owed', succeeds, losing('insert'))).toBe(gone.message);
  for (let n = 0; n < most; n += 1) expect(await attempt('owed', fails(new Error('wrong')))).toBe('wrong');
  expect(await attempt('owed', succeeds)).toMatch(/^Too many attempts/);
});
