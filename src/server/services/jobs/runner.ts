import type { PgTable } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { type JobResult, noopObserve, type Observe } from '#server/observing/observe.ts';
import {
  type ColumnsOf,
  change,
  isHeld,
  type JobTable,
  leaseJob,
  type RowOf,
  releaseJob,
  renewJob,
  type Wait,
} from './job-table.ts';
import { type Poller, startPolling } from './poll.ts';

/** Dependencies of all job runners. */
export interface JobDeps {
  db: Database;
  log: Pick<Logger, 'error' | 'warn'>;
  now(): Date;
  observe?: Observe;
}

/** End of a job: new column values, or the deletion of its row. */
export type End<T extends PgTable> = ({ set: ColumnsOf<T> } | { drop: true }) & ResultOverride;

/** The attempt's result for metrics, if it can't be derived from the outcome. */
interface ResultOverride {
  result?: JobResult;
}

/** A failed attempt and its consequences. */
export interface Failure<T extends PgTable> extends ResultOverride {
  /** Minimum delay before a retry; null if it mustn't be retried. */
  retryAfterMs: number | null;
  /** The job's end if no attempts are left. */
  end: End<T>;
  error?: string;
  /** Log message if the job ends, overriding the kind's; null logs nothing, for a failure that isn't the server's. */
  words?: string | null;
  /** Additional log fields. */
  facts?: object;
}

/** End of a job or the time of its next attempt; null if `run` has stored the outcome itself. */
export type Outcome<T extends PgTable> = End<T> | (Wait & ResultOverride) | Failure<T> | null;

/** The work that a table's jobs require. */
export interface JobWork<T extends PgTable> {
  jobs: JobTable<T>;
  /** Interval at which to look for jobs that have become due or were added by other processes. */
  pollMs: number;
  /** Maximum number of jobs that a process runs concurrently. */
  atOnce: number;
  /** True if a shutdown aborts the work; otherwise the shutdown waits for the work. */
  isCutOff?: boolean;
  /** Runs a job. `signal` aborts if the job was lost to another process, and at shutdown if `isCutOff` is set. */
  run(row: RowOf<T>, signal: AbortSignal): Promise<Outcome<T>>;
  toFailure(error: unknown, row: RowOf<T>): Failure<T>;
  /** Log message for a failed attempt, and its fields. */
  words: string;
  facts(row: RowOf<T>): object;
}

/**
 * Creates the runner of a kind of job: it leases due jobs, runs them, and renews their leases in the meantime.
 * Several runners, in one or more processes, can share the jobs.
 */
export function jobRunner<T extends PgTable>({ db, log, now, observe = noopObserve }: JobDeps, work: JobWork<T>) {
  const { jobs, words, facts } = work;
  const running = new Set<Promise<void>>();
  const end = new AbortController();
  const cutOff = { dueAt: null, countsTry: false, result: 'cut_off' } as const;

  /**
   * Starts every due job, and waits only while too many are running, since a job may hang. @returns the number of jobs started
   */
  async function round(): Promise<number> {
    const abandoned = jobs.abandoned?.(now());
    if (abandoned !== undefined) await change(db, jobs, abandoned.set, abandoned.where);
    for (let begun = 0; ; begun += 1) {
      while (running.size >= work.atOnce) await Promise.race(running);
      const row = end.signal.aborted ? null : await leaseJob(db, jobs, now());
      if (row === null) return begun;
      const job = doJob(row)
        .catch((err: unknown) => log.error({ ...facts(row), err }, 'A job’s outcome couldn’t be stored'))
        .finally(() => running.delete(job));
      running.add(job);
    }
  }

  async function doJob(row: RowOf<T>): Promise<void> {
    const startMs = performance.now();
    const count = (result: JobResult) =>
      observe({ of: 'job', kind: jobs.kind, result, seconds: (performance.now() - startMs) / 1000 });
    const lost = new AbortController();
    const lease = startPolling({
      everyMs: jobs.leaseMs / 4,
      round: async () =>
        (await renewJob(db, jobs, row, now())) || lost.abort(new Error('Another process has this job')),
      // The database may recover before the lease expires.
      onError: (err) => log.warn({ ...facts(row), err }, 'A lease couldn’t be renewed'),
    });
    const cut = AbortSignal.any(work.isCutOff ? [end.signal, lost.signal] : [lost.signal]);
    const tried = await (end.signal.aborted ? Promise.resolve(cutOff) : work.run(row, cut))
      .catch((err: unknown) => {
        if (cut.aborted) return cutOff;
        const failure = work.toFailure(err, row);
        return { ...failure, facts: { ...failure.facts, err } };
      })
      .finally(lease.stop);
    if (tried === null) return count('done');
    // A failure from here on must not count as a failure of the work, or the work could be repeated. The job stays
    // leased until its lease expires.
    const outcome = 'retryAfterMs' in tried ? afterFailure(row, tried) : tried;
    count(resultOf(tried, outcome));
    if ('drop' in outcome) await db.delete(jobs.table).where(isHeld(jobs, row));
    else if ('set' in outcome) await change(db, jobs, outcome.set, isHeld(jobs, row));
    else await releaseJob(db, jobs, row, outcome, now());
  }

  function afterFailure(row: RowOf<T>, { retryAfterMs, ...failure }: Failure<T>): Wait | End<T> {
    const line = { ...facts(row), ...failure.facts };
    const waitMs = retryAfterMs === null ? undefined : jobs.waitMs(Number(row[jobs.tries]));
    if (waitMs === undefined) {
      if (failure.words !== null) log.error(line, failure.words ?? words);
      return failure.end;
    }
    log.warn(line, `${words} and will be retried`);
    const dueAt = new Date(now().getTime() + Math.max(waitMs, retryAfterMs ?? 0));
    return { dueAt, countsTry: true, error: failure.error };
  }

  return {
    /** Runs all due jobs, including those that become due in the meantime. @returns the number of jobs */
    async drain(): Promise<number> {
      let done = 0;
      for (let begun = -1; begun !== 0; done += begun) {
        await Promise.all(running);
        begun = await round();
      }
      return done;
    },
    /**
     * Runs due jobs until the returned poller is stopped. Stopping releases jobs that haven't started or can be cut
     * off, and waits for the rest.
     */
    start(): Poller {
      const onError = (err: unknown) => log.error({ err, kind: jobs.kind }, 'Due jobs couldn’t be read');
      const { wake, stop } = startPolling({ everyMs: work.pollMs, round, onError });
      wake();
      return {
        wake,
        async stop() {
          end.abort(new Error('The server is shutting down'));
          await stop();
          await Promise.all(running);
        },
      };
    },
  };
}

/** A failure that is retried counts as `retried`, regardless of its end. */
function resultOf<T extends PgTable>(tried: Exclude<Outcome<T>, null>, outcome: Wait | End<T>): JobResult {
  const isEnd = 'drop' in outcome || 'set' in outcome;
  if ('retryAfterMs' in tried) return isEnd ? (tried.result ?? 'failed') : 'retried';
  return tried.result ?? (isEnd ? 'done' : 'postponed');
}
