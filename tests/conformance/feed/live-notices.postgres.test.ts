import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { streamChanges } from '#contract/calls/live.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { remoteNotices } from '#server/database/notices/remote.ts';
import { refreshTokens } from '#server/services/accounts/sessions/refresh-tokens.ts';
import { startSession } from '#server/services/accounts/sessions/sessions.ts';
import { createLive } from '#server/services/feed/live/live.ts';
import { accessTokens } from '#server/services/shared/access-tokens.ts';
import { readEvents } from '#tests/support/calls/live-events.ts';
import { openOnPostgres } from '#tests/support/postgres/database.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { world } from '#tests/support/servers/world.ts';

const postgres = process.env.TEST_DATABASE_URL ?? '';

/** Waits for conditions that a listener's events fulfill. */
function watched() {
  const events = new EventTarget();
  const received: string[] = [];
  const add = (what: string) => {
    received.push(what);
    events.dispatchEvent(new Event('received'));
  };
  return {
    listener: {
      written: (brandId: string, revision: number) => add(`${brandId} ${revision}`),
      arriving: (is: boolean) => add(is ? 'arriving' : 'not arriving'),
    },
    async until(what: string) {
      while (!received.includes(what)) await once(events, 'received');
      received.splice(0, received.indexOf(what) + 1);
    },
  };
}

test('notifications recover after their connection is terminated', async () => {
  const database = await openOnPostgres(postgres);
  const { listener, until } = watched();
  const stop = await database.notices.start(listener);
  try {
    const brandId = await world(database.db).brand();
    await until('arriving');
    const write = () => writeBrand({ db: database.db, brandId }, async ({ revision }) => revision);
    await until(`${brandId} ${await write()}`);
    const ended = await rowsOf(
      database.db,
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'afield notices' and datname = current_database()`,
    );
    expect(ended).toHaveLength(1);
    await until('not arriving');
    await until('arriving');
    await until(`${brandId} ${await write()}`);
  } finally {
    await stop();
    await database.close();
  }
});

test('a write still reaches the stream without LISTEN, as behind a pooler', async () => {
  const database = await openOnPostgres(postgres);
  // NOTIFY reaches one database only, so a connection to another one accepts LISTEN and receives nothing.
  const notices = remoteNotices(postgres, database.db);
  const now = () => new Date();
  let warn = (_: unknown) => {};
  const warned = new Promise((resolve) => {
    warn = resolve;
  });
  const live = createLive({ db: database.db, notices, log: { warn }, now });
  try {
    const brandId = await world(database.db).brand();
    const deps = { db: database.db, access: accessTokens('a'.repeat(32)), refresh: refreshTokens('a'.repeat(32)), now };
    await startSession(deps, brandId, null);
    const [session] = await rowsOf<{ id: string }>(database.db, sql`select id from sessions`);
    const brand = {
      ...{ id: brandId, name: 'Tea', sessionId: session?.id ?? '', emailVerified: true, isSuspended: false },
      ...{ approvalStatus: 'APPROVED' as const, tokenExpiresAt: new Date(Date.now() + 900_000) },
      ...{ revision: 0, feedEpoch: '' },
    };
    const stream = readEvents(new Response(await live.open(brand)));
    expect(await stream.next()).toMatchObject({ type: 'hello' });
    const revision = await writeBrand({ db: database.db, brandId }, async (writer) => writer.revision);
    expect(await stream.next()).toEqual({ type: 'change', revision });
    expect(await warned).toContain('Notifications from the database don’t arrive');
    await stream.close();
  } finally {
    await live.stop();
    await database.close();
  }
});

test('a change in one process reaches the other, whose stream says goodbye on shutdown', async () => {
  const dir = newFolder();
  const database = await openOnPostgres(postgres);
  const SESSION_SECRET = 'of both processes, 32 bytes or more';
  const start = (name: string) =>
    startProcess({ DATABASE_URL: database.url, SESSION_SECRET, DATA_DIR: join(dir, name), PORT: '0' });
  const running = [start('a'), start('b')];
  try {
    const [, address] = await Promise.all(running.map(({ ready }) => ready));
    const brandId = await world(database.db).brand();
    const now = () => new Date();
    const deps = { db: database.db, access: accessTokens(SESSION_SECRET), refresh: refreshTokens(SESSION_SECRET), now };
    const { accessToken } = await startSession(deps, brandId, null);
    const headers = { Authorization: `Bearer ${accessToken}`, 'Accept-Encoding': 'gzip' };
    const stream = readEvents(await fetch(`${address}${streamChanges.path}`, { headers }));
    expect(await stream.next()).toMatchObject({ type: 'hello' });
    const revision = await writeBrand({ db: database.db, brandId }, async (writer) => writer.revision);
    expect(await stream.next()).toEqual({ type: 'change', revision });
    running[1]?.child.kill('SIGTERM');
    const bye = await stream.next();
    expect(bye).toEqual({ type: 'bye', retryMs: expect.toSatisfy((ms) => ms >= 1_000 && ms <= 10_000) });
    expect(await stream.next()).toBe('end');
    expect((await running[1]?.ended)?.code).toBe(0);
  } finally {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
    await database.close();
  }
});
