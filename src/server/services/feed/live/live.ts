import { inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import { heartbeatMs } from '#contract/calls/live.ts';
import type { Database } from '#server/database/database.ts';
import type { NoticeListener, Notices } from '#server/database/notices/notice.ts';
import { brands } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { noopObserve, type Observe } from '#server/observing/observe.ts';
import { refusalOf } from '#server/services/accounts/sessions/brand-access.ts';
import { type AuthenticatedBrand, readOpenSessions } from '#server/services/accounts/sessions/sessions.ts';
import { startPolling } from '#server/services/jobs/poll.ts';
import { createEventStream, type EventStream } from './event-stream.ts';

/** Maximum numbers of streams. Each device has one, which uses about 30 KB of memory. */
export const maxStreams = { ofBrand: 50, ofProcess: 2_000 };
/** Polling interval for revisions while the database's notifications don't arrive. */
const pollMs = 1_000;
/** After a server stops, its clients reconnect spread over this time, so that they don't overload the next server. */
const returnMs = { min: 1_000, max: 10_000 };
/** Reconnection delay for a brand or session that was refused. */
const keptOutMs = 30_000;

export interface Live {
  /**
   * Opens a stream of a brand's revisions.
   * @throws {ApiError} 429 if the brand has too many streams, 503 if the process has too many or is stopping
   */
  open(brand: AuthenticatedBrand): Promise<ReadableStream<Uint8Array>>;
  /** Sends heartbeats and ends streams that are no longer authorized. Runs automatically every 20 seconds. */
  round(): Promise<void>;
  count(): number;
  /** Ends all streams and accepts no new ones. */
  stop(): Promise<void>;
}

interface LiveDeps {
  db: Database;
  notices: Notices;
  log: Pick<Logger, 'warn'>;
  now(): Date;
  /** Returns a number from 0 to 1 that spreads reconnects. */
  random?(): number;
  observe?: Observe;
}

interface Open extends EventStream {
  brandId: string;
  sessionId: string;
  tokenExpiresAt: Date;
}

/**
 * Manages the streams of this process, which are fed by the database's notifications. Listening starts with the first
 * stream.
 */
export function createLive({ db, notices, log, now, random = Math.random, observe = noopObserve }: LiveDeps): Live {
  const streams = new Map<string, Set<Open>>();
  let isArriving = false;
  let isStopping = false;
  let starting: Promise<() => Promise<void>> | null = null;

  const all = () => [...streams.values()].flatMap((own) => [...own]);
  const inSeconds = (min: number, max: number) => String(Math.round(min + random() * (max - min)));
  const onError = (error: unknown) => log.warn({ err: error }, 'Streams of changes couldn’t be checked');

  function remove(stream: Open): void {
    const own = streams.get(stream.brandId);
    own?.delete(stream);
    if (own?.size === 0) streams.delete(stream.brandId);
  }

  /** Ends the streams whose token or session has expired, or whose brand has lost access. */
  async function check(checked: readonly Open[]): Promise<void> {
    if (checked.length === 0) return;
    const ids = new Set(checked.map(({ sessionId }) => sessionId));
    const found = await readOpenSessions(db, [...ids], now());
    const allowed = new Set(found.filter((brand) => refusalOf(brand) === null).map(({ sessionId }) => sessionId));
    for (const stream of checked) {
      // The page was already notified of the change, and an immediate reconnect would only be refused.
      if (!allowed.has(stream.sessionId)) stream.end(keptOutMs);
      else if (stream.tokenExpiresAt <= now()) stream.end(random() * returnMs.min);
    }
  }

  /** Sends each brand's current revision to its streams. */
  async function broadcastRevisions(): Promise<void> {
    const ids = [...streams.keys()];
    if (ids.length === 0) return;
    for (const [brandId, revision] of await readRevisions(db, ids)) {
      for (const stream of streams.get(brandId) ?? []) stream.changed(revision);
    }
  }

  const listener: NoticeListener = {
    echoed: (ms) => observe({ of: 'notice', seconds: ms / 1000 }),
    written(brandId, revision) {
      const own = [...(streams.get(brandId) ?? [])];
      for (const stream of own) stream.changed(revision);
      // The change may be the brand's suspension.
      check(own).catch(onError);
    },
    arriving(is) {
      isArriving = is;
      observe({ of: 'notices', areArriving: is });
      if (is) broadcastRevisions().catch(onError);
      else log.warn('Notifications from the database don’t arrive, so changes are polled every second');
    },
  };

  async function start(): Promise<() => Promise<void>> {
    const stopListening = await notices.start(listener);
    const round = () => live.round().catch(onError);
    const beats = setInterval(() => void round(), heartbeatMs);
    beats.unref();
    const poller = startPolling({
      everyMs: pollMs,
      round: async () => (isArriving ? undefined : broadcastRevisions()),
      onError,
    });
    return async () => {
      clearInterval(beats);
      await poller.stop();
      await stopListening();
    };
  }

  const live: Live = {
    async open({ id: brandId, sessionId, tokenExpiresAt }) {
      const own = streams.get(brandId) ?? new Set();
      if (isStopping || all().length >= maxStreams.ofProcess) {
        const headers = { 'Retry-After': isStopping ? inSeconds(1, 10) : inSeconds(30, 60) };
        throw new ApiError('unavailable', 'This server has no room for another stream.', { headers });
      }
      if (own.size >= maxStreams.ofBrand) {
        const headers = { 'Retry-After': inSeconds(60, 120) };
        throw new ApiError('too_many_requests', 'This brand has too many streams open.', { headers });
      }
      const stream: Open = { ...createEventStream(() => remove(stream)), brandId, sessionId, tokenExpiresAt };
      // Register before reading the revision, so that a change in between is sent after the first event.
      streams.set(brandId, own.add(stream));
      try {
        starting ??= start().catch((error: unknown) => {
          starting = null;
          throw error;
        });
        await starting;
        const revision = (await readRevisions(db, [brandId])).get(brandId);
        if (revision === undefined) throw new ApiError('unauthorized', 'Please log in.');
        stream.hello(revision);
        return stream.body;
      } catch (error) {
        remove(stream);
        throw error;
      }
    },
    async round() {
      for (const stream of all()) stream.beat();
      await check(all());
    },
    count: () => all().length,
    async stop() {
      isStopping = true;
      for (const stream of all()) stream.end(returnMs.min + random() * (returnMs.max - returnMs.min));
      const begun = starting;
      starting = null;
      const end = await begun?.catch(() => undefined);
      await end?.();
    },
  };
  return live;
}

async function readRevisions(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: brands.id, revision: brands.revision })
    .from(brands)
    .where(inArray(brands.id, [...ids]));
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}
