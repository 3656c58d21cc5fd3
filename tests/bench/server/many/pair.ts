import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/database/database.ts';
import { openRemote } from '#server/database/remote.ts';
import { startOwnPostgres } from '#tests/support/postgres/postgres.ts';
import type { AtEnd } from './closing.ts';

interface Options {
  /** A commit waits until the standby has it. */
  synchronous: boolean;
  atEnd: AtEnd;
}

/** A primary with Afield's tables and a streaming standby of it. */
export async function startPair({ synchronous, atEnd }: Options) {
  const primary = await startOwnPostgres();
  atEnd(primary.remove);
  const opened = await openRemote(primary.url, { onIdleError: () => {} });
  // The primary is killed in the meantime.
  atEnd(() => opened.close().catch(() => undefined));
  const { db } = opened;
  const standby = await primary.startStandby();
  atEnd(standby.remove);
  while ((await senders(db)).length === 0) await wait(50);
  if (synchronous) await db.execute(sql`alter system set synchronous_standby_names = '*'`);
  await db.execute(sql`select pg_reload_conf()`);
  return {
    db,
    urls: [primary.url, standby.url],
    /**
     * Stops sending the WAL, as when a network is cut. Otherwise a standby on the same machine has nearly everything,
     * and nothing would be lost.
     */
    async cutLog() {
      for (const pid of await senders(db)) process.kill(pid, 'SIGSTOP');
    },
    /** Kills all processes of the primary at once, as when a machine dies. */
    async killPrimary() {
      const [row] = await rowsOf<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
      if (row === undefined) throw new Error('The primary has no process');
      const postmaster = parentOf(row.pid);
      if (postmaster === null) throw new Error('The primary has no postmaster');
      for (const pid of [postmaster, ...childrenOf(postmaster)]) kill(pid);
    },
    promote: () => standby.promote(),
    /** Opens the new primary, bypassing the proxies. */
    async openPromoted(): Promise<Database> {
      const promoted = await openRemote(standby.url, { onIdleError: () => {} });
      atEnd(() => promoted.close());
      return promoted.db;
    },
  };
}

/** Processes that send the WAL to standbys. */
async function senders(db: Database): Promise<number[]> {
  const rows = await rowsOf<{ pid: number }>(db, sql`select pid from pg_stat_replication where state = 'streaming'`);
  return rows.map(({ pid }) => pid);
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited with its parent.
  }
}
