import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { listenBackoff } from '#domain/time/backoff.ts';
import type { Database } from '../database.ts';
import { channel, echoAnnouncement, type NoticeListener, type Notices, readNotice } from './notice.ts';

/** A connection that hasn't echoed this process's own notice within this time is dead or behind a pooler. */
const echoTimeoutMs = 5_000;
const echoEveryMs = 30_000;

/**
 * PostgreSQL notices on a dedicated connection. PgBouncer in transaction mode accepts LISTEN but delivers nothing
 * (https://www.pgbouncer.org/features.html). So the connection is trusted only while it echoes notices that this
 * process sends through its pool, like all writes.
 */
export function remoteNotices(url: string, db: Database): Notices {
  return {
    async start(listener) {
      const over = new AbortController();
      const ended = listenUntil(over.signal, { url, db, listener });
      return () => {
        over.abort();
        return ended;
      };
    },
  };
}

interface Listening {
  url: string;
  db: Database;
  listener: NoticeListener;
}

async function listenUntil(signal: AbortSignal, listening: Listening): Promise<void> {
  let failures = 0;
  let isArriving: boolean | null = null;
  /** Reports only changes, because every check detects a pooler again. */
  const arriving = (is: boolean) => {
    if (is !== isArriving && !signal.aborted) listening.listener.arriving(is);
    isArriving = is;
  };
  while (!signal.aborted) {
    const listener = { ...listening.listener, arriving };
    const hasWorked = await listenOnce(signal, { ...listening, listener });
    failures = hasWorked ? 1 : failures + 1;
    // Jitter keeps processes that lost the same database from reconnecting simultaneously.
    await pause(listenBackoff(failures) * (0.5 + Math.random() / 2), signal);
  }
}

/** Listens until the connection breaks. @returns true if notices arrived */
async function listenOnce(signal: AbortSignal, { url, db, listener }: Listening): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'afield notices',
  });
  const over = new AbortController();
  const end = () => over.abort();
  client.on('error', end);
  client.on('end', end);
  signal.addEventListener('abort', end);
  const own = randomBytes(8).toString('hex');
  let echoed = () => {};
  client.on('notification', ({ payload = '' }) => {
    const notice = readNotice(payload);
    if (notice === null) return;
    if ('brandId' in notice) listener.written(notice.brandId, notice.revision);
    else if (notice.echo === own) echoed();
  });
  let hasWorked = false;
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    while (!over.signal.aborted) {
      const echo = new Promise<boolean>((resolve) => {
        echoed = () => resolve(true);
      });
      const startMs = performance.now();
      await db.execute(echoAnnouncement(own));
      const isEchoed = await Promise.race([echo, pause(echoTimeoutMs, over.signal).then(() => false)]);
      if (!isEchoed) break;
      listener.echoed?.(performance.now() - startMs);
      listener.arriving(true);
      hasWorked = true;
      await pause(echoEveryMs, over.signal);
    }
  } catch {
    // The database is unreachable, which is logged wherever it's needed.
  } finally {
    signal.removeEventListener('abort', end);
    end();
    listener.arriving(false);
    // A half-open connection never closes by itself.
    await Promise.race([client.end().catch(() => undefined), wait(1_000, undefined, { ref: false })]);
  }
  return hasWorked;
}

/** Resolves after the delay, or when the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
