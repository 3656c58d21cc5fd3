import type { PgTable } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { type JobResult, type Observe, unobserved } from '#server/observing/observe.ts';
import {
  type ColumnsOf,
  change,
  isHeld,
  type JobTable,
  type RowOf,
  releaseJob,
  renewJob,
  takeJob,
  type Wait,
} from './job-table.ts';
import { type Poller, startPolling } from './poll.ts';

/** Dependencies of the runner of any kind of jobs. */
export interface JobDeps {
  db: Database;
  log: Pick<Logger, 'error' | 'warn'>;
  now(): Date;
  observe?: Observe;
}

/** End of a job: its columns, or that its row goes. */
export type End<T extends PgTable> = ({ set: ColumnsOf<T> } | { drop: true }) & Counted;

/** Result of a try for metrics, where that doesn't follow from its outcome. */
interface Counted {
  result?: JobResult;
}

/** A failed try, and what follows from it. */
export interface Failure<T extends PgTable> extends Counted {
  /** Time before which it must not be tried again; null if it must not be at all. */
  retryAfterMs: number | null;
  /** The job's end where no try is left. */
  end: End<T>;
  error?: string;
  /** Message of the log at its end, if that isn't the kind's; null for a failure that isn't ours. */
  words?: string | null;
  /** Further fields of the log. */
  facts?: object;
}

/** End of a job, or its next time; null where the work itself has stored that. */
export type Outcome<T extends PgTable> = End<T> | (Wait & Counted) | Failure<T> | null;

/** Work at the jobs of a table. */
export interface JobWork<T extends PgTable> {
  jobs: JobTable<T>;
  /** Interval at which jobs are looked for unasked: those that are due by then, and those of other processes. */
  pollMs: number;
  /** The most jobs that a process works at. */
  atOnce: number;
  /** True if the end of the process cuts work off; else it is waited for. */
  isCutOff?: boolean;
  /** Does a job. `signal` aborts if the job is no longer this process's, and at the process's end if that cuts it off. */
  run(row: RowOf<T>, signal: AbortSignal): Promise<Outcome<T>>;
  judge(error: unknown, row: RowOf<T>): Failure<T>;
  /** Message of the log about a failed try, and its fields. */
  words: string;
  facts(row: RowOf<T>): object;
}

/**
 * Creates the runner of a kind of job: it leases due jobs, does them, and renews their leases in the meantime. Several runners,
 * in one process or many, share the jobs.
 */
export function jobRunner<T extends PgTable>({ db, log, now, observe = unobserved }: JobDeps, work: JobWork<T>) {
  const { jobs, words, facts } = work;
  const running = new Set<Promise<void>>();
  const end = new AbortController();
  const cutOff = { dueAt: null, countsTry: false, result: 'cut_off' } as const;

  /** Begins every job that is due, and waits for none that it needn't: one of them may hang. @returns how many there were */
  async function round(): Promise<number> {
    const abandoned = jobs.abandoned?.(now());
    if (abandoned !== undefined) await change(db, jobs, abandoned.set, abandoned.where);
    for (let begun = 0; ; begun += 1) {
      while (running.size >= work.atOnce) await Promise.race(running);
      const row = end.signal.aborted ? null : await takeJob(db, jobs, now());
      if (row === null) return begun;
      const job = doJob(row)
        .catch((err: unknown) => log.error({ ...facts(row), err }, 'A job’s end couldn’t be stored'))
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
      // A database that is away may be back before the lease ends.
      onError: (err) => log.warn({ ...facts(row), err }, 'A lease couldn’t be renewed'),
    });
    const cut = AbortSignal.any(work.isCutOff ? [end.signal, lost.signal] : [lost.signal]);
    const tried = await (end.signal.aborted ? Promise.resolve(cutOff) : work.run(row, cut))
      .catch((err: unknown) => {
        if (cut.aborted) return cutOff;
        const failure = work.judge(err, row);
        return { ...failure, facts: { ...failure.facts, err } };
      })
      .finally(lease.stop);
    if (tried === null) return count('done');
    // A failure from here on must not look like one of the work, which may be repeated: the job stays taken until its lease ends.
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
    /** Does the due jobs, including those that become due in the meantime. @returns the number of jobs */
    async drain(): Promise<number> {
      let done = 0;
      for (let begun = -1; begun !== 0; done += begun) {
        await Promise.all(running);
        begun = await round();
      }
      return done;
    },
    /** Does due jobs until it is stopped. Stopping returns jobs that aren't begun or can be cut off, and waits for the rest. */
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

/** A failure that is tried again is one, whatever its end would be. */
function resultOf<T extends PgTable>(tried: Exclude<Outcome<T>, null>, outcome: Wait | End<T>): JobResult {
  const isEnd = 'drop' in outcome || 'set' in outcome;
  if ('retryAfterMs' in tried) return isEnd ? (tried.result ?? 'failed') : 'retried';
  return tried.result ?? (isEnd ? 'done' : 'postponed');
}
