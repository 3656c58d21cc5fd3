import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { rowsOf } from '#server/database/database.ts';
import { loadNow, machineOf, type Report } from '#tests/bench/report.ts';
import { startPgBouncer } from '#tests/support/postgres/pgbouncer.ts';
import { type BenchServer, startServer } from '../server-process.ts';
import { makeSeats } from './brands.ts';
import { checkCopies, checkWrites, type Verdict } from './checks.ts';
import { type AtEnd, createClosing } from './closing.ts';
import { startDatabaseProxy, startWebProxy } from './haproxy.ts';
import { type Load, pollMs, startLoad } from './load.ts';
import { requirePackages } from './packages.ts';
import { startPair } from './pair.ts';
import { type Times, untilServing } from './times.ts';
import type { Write } from './writes.ts';

interface Options {
  phones: number;
  brands: number;
  /** Time under load before the kill, and after the promotion. */
  seconds: number;
  /** Time for which the standby is cut off before the kill. */
  behindMs: number;
  synchronous: boolean;
  say(text: string): void;
}

export interface ManyReport {
  machine: Report['machine'];
  options: Omit<Options, 'say'>;
  versions: string;
  times: Times;
  writes: readonly Write[];
  verdict: Verdict;
  polls: number;
  phonesRefilled: number;
  postponed: number;
  faults: string[];
}

/** Pause of a phone between two writes. */
const writeEveryMs = 30_000;
/** Time of HAProxy's first checks, with a margin for a busy machine. */
const checkedMs = 4_000;
/** Time until a monitor of the primary would promote the standby. */
const noticedMs = 2_000;
/** The servers' logs stay here after the run. */
const logDir = 'test-results';
/** A refill may be postponed by a minute, more than once. */
const quietLimitMs = 300_000;

/** Kills the primary under the load of many phones, promotes the standby, and checks phones and ledgers afterwards. */
export async function runMany(options: Options): Promise<ManyReport> {
  requirePackages(options.say);
  const { atEnd, close } = createClosing();
  try {
    return await run(options, atEnd);
  } finally {
    await close();
  }
}

async function run({ say, ...options }: Options, atEnd: AtEnd): Promise<ManyReport> {
  const loadBefore = loadNow();
  const { phones, brands, seconds, behindMs, synchronous } = options;
  say('Starting two PostgreSQL, HAProxy and PgBouncer …');
  const pair = await startPair({ synchronous, atEnd });
  const database = await startDatabaseProxy(pair.urls);
  atEnd(database.stop);
  // HAProxy considers every server healthy until its second check has failed, and would route the first connections to
  // the standby.
  await wait(checkedMs);
  // Its default of 15 s would be the longest part of a failover.
  const pooler = await startPgBouncer(database.url, { server_login_retry: '1' });
  atEnd(pooler.stop);
  say(`Making ${phones} phones of ${brands} brands …`);
  const secret = randomBytes(32).toString('hex');
  const decisionsEach = Math.ceil((2 * seconds * 1_000) / writeEveryMs) + 2;
  const seats = await makeSeats(pair.db, { phones, brands, decisionsEach, secret });
  const servers = await startServers(pooler.url, secret, atEnd);
  const { address, stop } = await startWebProxy(servers.map((server) => server.address));
  atEnd(stop);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  atEnd(() => agent.destroy());

  const load = startLoad({ agent, address, seats, writeEveryMs });
  atEnd(load.stop);
  const [version] = await rowsOf<{ text: string }>(pair.db, sql`select split_part(version(), ' ', 2) as text`);
  while (load.phones.some(({ banner }) => banner === 'never synced')) await wait(500);
  say(`All phones have their copies. Load for ${seconds} s …`);
  const loadedAt = performance.now();
  await wait(seconds * 1_000);
  await pair.cutLog();
  await wait(behindMs);
  say('Killing the primary …');
  const killedAt = performance.now();
  await pair.killPrimary();
  await wait(noticedMs);
  const promotedAt = performance.now();
  const serving = untilServing(servers, load, promotedAt);
  await pair.promote();
  say(`The standby is promoted. Load for ${seconds} s more …`);
  const { readyMs, firstWriteMs } = await serving;
  await wait(seconds * 1_000);
  load.stopDeciding();
  say('Waiting until all phones are up to date …');
  await untilQuiet(load);
  // The comparison is about the phones' screens, and needs the server to itself.
  await load.stop();
  const verdict = await checkWrites(await pair.openPromoted(), load.writes, { promotedAt, synchronous });
  const { lies, behind } = await checkCopies(load.phones, { agent, address });
  const sum = (of: (counts: Load['phones'][number]['counts']) => number) =>
    load.phones.reduce((total, { counts }) => total + of(counts), 0);
  return {
    machine: machineOf('no browser', loadBefore),
    options,
    versions: `PostgreSQL ${version?.text}`,
    times: { loadedAt, killedAt, promotedAt, readyMs, firstWriteMs },
    writes: load.writes,
    verdict,
    polls: sum(({ polls }) => polls),
    phonesRefilled: load.phones.filter(({ counts }) => counts.refills > 0).length,
    postponed: sum(({ postponed }) => postponed),
    faults: [...verdict.faults, ...lies, ...behind],
  };
}

async function startServers(url: string, secret: string, atEnd: AtEnd): Promise<BenchServer[]> {
  const servers: BenchServer[] = [];
  mkdirSync(logDir, { recursive: true });
  for (const name of ['a', 'b']) {
    const dataDir = mkdtempSync(join(tmpdir(), `afield-many-${name}-`));
    atEnd(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    // Each request that fails without a primary logs a line.
    const log = openSync(join(logDir, `many-${name}.log`), 'w');
    atEnd(() => closeSync(log));
    const env = { DATABASE_URL: url, SESSION_SECRET: secret, DATA_DIR: dataDir, SANDBOX_PAYMENTS: '1' };
    const server = await startServer(env, log);
    atEnd(server.stop);
    servers.push(server);
  }
  return servers;
}

/** Waits until no write is open and all phones are up to date, and then until each has polled once more. */
async function untilQuiet({ phones, waiting }: Load): Promise<void> {
  const deadlineMs = performance.now() + quietLimitMs;
  const isQuiet = () => waiting() === 0 && phones.every(({ banner }) => banner === 'up to date');
  while (!isQuiet() && performance.now() < deadlineMs) await wait(500);
  const before = phones.map(({ counts }) => counts.polls);
  const havePolled = () => phones.every(({ counts }, i) => counts.polls > (before[i] ?? 0) + 1);
  while (!havePolled() && performance.now() < deadlineMs) await wait(500);
  await wait(pollMs);
}
