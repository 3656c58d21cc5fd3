import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { brands } from '#server/database/tables/tables.ts';
import { refreshTokens } from '#server/services/accounts/sessions/refresh-tokens.ts';
import { startSession } from '#server/services/accounts/sessions/sessions.ts';
import { accessTokens } from '#server/services/shared/access-tokens.ts';
import { hasPostgres, startOwnPostgres } from '#tests/support/postgres/postgres.ts';
import type { Add } from '../report.ts';
import { brandChanges, type ChangeableBrand, makeChangeable } from './brand-changes.ts';
import { type BenchDatabase, makeRemote } from './databases.ts';
import { type BenchServer, startServer } from './server-process.ts';
import { type Watcher, watch } from './stream-watcher.ts';

interface Options {
  /** Streams at the first process. */
  streams: number;
  /** Makes fewer changes. */
  quick: boolean;
  add: Add;
  say(text: string): void;
}

/** Two members of a brand have it open. */
const streamsOfBrand = 2;
/** Number of streams opened at a time. */
const batch = 50;
const target = { of: 'p95', max: 1_000 } as const;

/**
 * Measures the time from the end of a change on the server until it is in the brand's streams: with one server process,
 * and with a second one on the same PostgreSQL. Without `TEST_DATABASE_URL` it starts its own PostgreSQL.
 */
export async function measureStreams(options: Options): Promise<undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given === undefined && !hasPostgres()) {
    options.say('Streams are not measured: there is no PostgreSQL, and TEST_DATABASE_URL names none.');
    return;
  }
  const own = given === undefined ? await startOwnPostgres() : null;
  const database = await makeRemote(given ?? own?.url ?? '');
  try {
    await measureOn(database, options);
  } finally {
    await database.remove();
    await own?.remove();
  }
}

interface Phone extends ChangeableBrand {
  token: string;
}

async function measureOn(database: BenchDatabase, { streams, quick, add, say }: Options): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const servers: BenchServer[] = [];
  const watchers: Watcher[] = [];
  const opened = await database.open();
  const start = async (name: string) => {
    const dataDir = `${database.env.DATA_DIR}/${name}`;
    const server = await startServer({ ...database.env, SESSION_SECRET: secret, DATA_DIR: dataDir });
    servers.push(server);
    return server;
  };
  const open = async (phones: readonly Phone[], server: BenchServer) => {
    for (let i = 0; i < phones.length; i += batch) {
      watchers.push(
        ...(await Promise.all(phones.slice(i, i + batch).map((each) => watch(agent, { ...each, server })))),
      );
    }
  };
  try {
    say(`Streams: making ${Math.ceil(streams / streamsOfBrand)} brands …`);
    const phones = await makePhones(opened.db, streams, secret);
    // Put brands without a stream at the second process last, so that each is changed once and both rounds include some
    // with one.
    const all = [...new Map(phones.map((each) => [each.brandId, each])).values()];
    const shared = phones.slice(0, Math.ceil(streams / 10));
    const isShared = new Set(shared.map(({ brandId }) => brandId));
    const first = await start('first');
    const beforeMb = first.memoryMb();
    say(`Streams: opening ${streams} at one process …`);
    await open(phones, first);
    const max = quick ? 5 : 50;
    const rounds = [
      { name: `${streams} streams at one process`, changed: all.filter(({ brandId }) => !isShared.has(brandId)) },
      {
        name: `${streams} at one process, ${shared.length} more at another`,
        changed: shared.filter((_, i) => i % 2 === 0),
      },
    ];
    for (const [at, { name, changed }] of rounds.entries()) {
      if (at > 0) await open(shared, await start('second'));
      say(`Streams: ${name} …`);
      for (const change of brandChanges) {
        const ms: number[] = [];
        for (const brand of changed.slice(0, max)) {
          await change.make(opened.db, brand);
          ms.push(...(await arrivals(opened.db, brand, watchers)));
        }
        add(`From a change on the server to the streams of its brand, ${name}`, change.name, ms, target);
      }
    }
    const group = `Memory of a process with ${streams} streams`;
    add(group, 'beyond what it had without', [first.memoryMb() - beforeMb], null, 'MB');
  } finally {
    for (const { close } of watchers) close();
    agent.destroy();
    for (const { stop } of servers) await stop();
    await opened.close();
  }
}

/** Milliseconds from now until each of a brand's streams has the last change; 0 if it already had it. */
async function arrivals(db: Database, { brandId }: ChangeableBrand, watchers: readonly Watcher[]): Promise<number[]> {
  const changedAt = performance.now();
  const [row] = await db.select({ revision: brands.revision }).from(brands).where(eq(brands.id, brandId));
  const own = watchers.filter((watcher) => watcher.brandId === brandId);
  const times = await Promise.all(own.map(({ until }) => until(row?.revision ?? 0)));
  // An event may overtake the response to the commit.
  return times.map((at) => Math.max(0, at - changedAt));
}

async function makePhones(db: Database, count: number, secret: string): Promise<Phone[]> {
  const session = { db, access: accessTokens(secret), refresh: refreshTokens(secret), now: () => new Date() };
  const phones: Phone[] = [];
  while (phones.length < count) {
    const brand = await makeChangeable(db);
    for (let i = 0; i < streamsOfBrand && phones.length < count; i += 1) {
      phones.push({ ...brand, token: (await startSession(session, brand.brandId, null)).accessToken });
    }
  }
  return phones;
}
