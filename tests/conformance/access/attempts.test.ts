import { expect, test } from 'vitest';
import { requestPasswordReset } from '#contract/account/auth.ts';
import type { Database } from '#server/database/database.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { DatabaseUnavailableError } from '#server/errors/trouble.ts';
import { countAttempt, limitMisses } from '#server/services/shared/attempts.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server } = await apiServer();
const max = 2;
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

/** One attempt for a subject; resolves to its result or to its error's message. */
const attempt = (subject: string, task: () => Promise<string>, db: Database = server.db) =>
  limitMisses(db, [{ subject: [subject], max }], server.clock.now(), task).catch((error: Error) => error.message);
const succeeds = async () => 'done';

test('failed attempts are limited, and successful ones aren’t counted', async () => {
  for (let n = 0; n < 4; n += 1) expect(await attempt('misses', succeeds)).toBe('done');
  for (let n = 0; n < max; n += 1) expect(await attempt('misses', fails(new Error('wrong')))).toBe('wrong');
  expect(await attempt('misses', succeeds)).toBe('Too many attempts. Please try again in 15 minutes.');
});

test('an attempt that a database error ended isn’t counted as failed', async () => {
  for (let n = 0; n < 4; n += 1) expect(await attempt('ended', fails(gone))).toBe(gone.message);
  expect(await attempt('ended', succeeds)).toBe('done');
});

test('a correction that the database refused is included in the next count, even if that fails once', async () => {
  for (let n = 0; n < max; n += 1) expect(await attempt('owed', succeeds, losing('update'))).toBe('done');
  expect(await attempt('owed', succeeds, losing('insert'))).toBe(gone.message);
  for (let n = 0; n < max; n += 1) expect(await attempt('owed', fails(new Error('wrong')))).toBe('wrong');
  expect(await attempt('owed', succeeds)).toMatch(/^Too many attempts/);
});

const rows = () => server.db.select().from(attempts);

test('a refused attempt writes nothing, for the exceeded limit or for others', async () => {
  const limits = (narrow: string) => [
    { subject: ['narrow', narrow], max: 5 },
    { subject: ['wide'], max },
  ];
  for (let n = 0; n < max; n += 1) await countAttempt(server.db, limits(`${n}`), server.clock.now());
  const before = await rows();
  for (let n = 0; n < 5; n += 1) {
    await expect(countAttempt(server.db, limits(`other ${n}`), server.clock.now())).rejects.toThrow(/^Too many/);
  }
  expect(await rows()).toEqual(before);
});

test('concurrent attempts exceed no limit, and refused ones don’t count', async () => {
  const limits = [
    { subject: ['at once'], max },
    { subject: ['at once', 'wide'], max: 100 },
  ];
  const tries = Array.from({ length: 10 }, () => countAttempt(server.db, limits, server.clock.now()));
  const settled = await Promise.allSettled(tries);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(max);
  const wide = [{ subject: ['at once', 'wide'], max: 100, by: 98 }];
  await countAttempt(server.db, wide, server.clock.now());
  await expect(countAttempt(server.db, wide, server.clock.now())).rejects.toThrow(/^Too many/);
});

test('a single attempt that exceeds a limit is refused and writes nothing', async () => {
  const before = await rows();
  const heavy = [{ subject: ['heavy'], max, by: 3 }];
  await expect(countAttempt(server.db, heavy, server.clock.now())).rejects.toThrow(/^Too many/);
  expect(await rows()).toEqual(before);
});

test('a caller refused because of its network adds no rows for the accounts it names', async () => {
  const before = (await rows()).length;
  const ask = (n: number) => call(server, requestPasswordReset, { body: { email: `someone${n}@brands.test` } });
  const statuses: number[] = [];
  for (let n = 0; n < 120; n += 1) statuses.push((await ask(n)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect((await rows()).length - before).toBe(101);
});
