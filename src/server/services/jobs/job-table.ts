import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/database.ts';

export type RowOf<T extends PgTable> = T['$inferSelect'];
export type ColumnsOf<T extends PgTable> = PgUpdateSetSource<T>;

/**
 * Wait of a released job; a null `dueAt` makes it due at once. `countsTry` is false if the attempt never ran or was cut
 * off by a shutdown.
 */
export interface Wait {
  dueAt: Date | null;
  countsTry: boolean;
  /** The error message, if the attempt failed. */
  error?: string | undefined;
}

export const jobStates = ['waiting', 'running', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/**
 * Summary of a job for the team. Must not contain secrets such as links that log in, nor addresses of recipients or devices.
 */
export interface JobSummary {
  /** Due time, or the time when the job started running or failed. */
  at: Date | null;
  about: string;
  /** The last failure. */
  error: string | null;
}

/** Jobs stored as rows of a table. One process at a time holds a job, under a lease that it renews while it works. */
export interface JobTable<T extends PgTable> {
  readonly kind: string;
  readonly table: T;
  readonly key: readonly (keyof RowOf<T> & string)[];
  /**
   * The column that counts attempts. A delayed process uses it to detect that another process has leased the job since.
   */
  readonly tries: keyof RowOf<T> & string;
  /** A lease that isn't renewed for this long expires, and another process may lease the job. */
  readonly leaseMs: number;
  /** Delay after a failed attempt, by the number of attempts; undefined after the last attempt. */
  waitMs(tries: number): number | undefined;
  /** SQL condition: the job is due, and no process holds it. */
  isFree(now: Date): SQL | undefined;
  /** Columns by which jobs are ordered. */
  readonly order: readonly PgColumn[];
  /** SQL condition that selects the next job, if the order depends on more than columns; null if none is due. */
  next?(db: Database, now: Date): Promise<SQL | null>;
  /** Additional SQL condition: the job still belongs to the process that leased it. */
  isHeld?(row: RowOf<T>): SQL | undefined;
  /** Column values for leasing a job or renewing its lease. */
  held(now: Date, until: Date): ColumnsOf<T>;
  taken?(now: Date): ColumnsOf<T>;
  waiting(wait: Wait, now: Date): ColumnsOf<T>;
  /** Jobs that were interrupted and aren't retried, and the column values that end them. */
  abandoned?(now: Date): { where: SQL | undefined; set: ColumnsOf<T> };
  /** SQL conditions of the states that this kind reports. */
  readonly states: Partial<Record<JobState, (now: Date) => SQL | undefined>>;
  describe(row: RowOf<T>, state: JobState): JobSummary;
  /** @returns column values that retry a job for the team, or the reason if a retry would do harm */
  again(row: RowOf<T>, asked: { now: Date; evenIfSent: boolean }): { set: ColumnsOf<T> } | { refusal: string };
}

const columnsOf = ({ table }: { table: PgTable }): Record<string, PgColumn> => getTableColumns(table);

const counting = <T extends PgTable>({ tries }: JobTable<T>, value: unknown) => ({ [tries]: value }) as ColumnsOf<T>;

const heldFrom = <T extends PgTable>(jobs: JobTable<T>, now: Date) =>
  jobs.held(now, new Date(now.getTime() + jobs.leaseMs));

/** SQL condition: the job is unchanged since this process leased it. */
export function isHeld<T extends PgTable>(jobs: JobTable<T>, row: RowOf<T>): SQL | undefined {
  const columns = columnsOf(jobs);
  return and(...[...jobs.key, jobs.tries].map((name) => sql`${columns[name]} = ${row[name]}`), jobs.isHeld?.(row));
}

/** @returns the changed rows */
export async function change<T extends PgTable>(
  db: Database,
  { table }: JobTable<T>,
  set: ColumnsOf<T>,
  where: SQL | undefined,
): Promise<RowOf<T>[]> {
  return (await db.update(table).set(set).where(where).returning()) as RowOf<T>[];
}

/** Leases the next due job for this process and counts the attempt. Returns null if no job is due. */
export async function leaseJob<T extends PgTable>(
  db: Database,
  jobs: JobTable<T>,
  now: Date,
): Promise<RowOf<T> | null> {
  const tries = counting(jobs, sql`${columnsOf(jobs)[jobs.tries]} + 1`);
  const set = { ...heldFrom(jobs, now), ...jobs.taken?.(now), ...tries };
  for (;;) {
    const isNext = jobs.next === undefined ? isFirst(jobs, now) : await jobs.next(db, now);
    if (isNext === null) return null;
    const [row] = await change(db, jobs, set, and(isNext, jobs.isFree(now)));
    // Another process may have leased the job since it was chosen.
    if (row !== undefined || jobs.next === undefined) return row ?? null;
  }
}

/** Uses `=` because PostgreSQL may run an IN subquery again for each row, which would lease every due row. */
function isFirst<T extends PgTable>(jobs: JobTable<T>, now: Date): SQL {
  const key = sql.join(
    jobs.key.map((name) => columnsOf(jobs)[name]),
    sql`, `,
  );
  return sql`(${key}) = (select ${key} from ${jobs.table} where ${jobs.isFree(now)}
    order by ${sql.join([...jobs.order], sql`, `)} limit 1 for update skip locked)`;
}

/** @returns true if the job still belongs to this process */
export const renewJob = async <T extends PgTable>(db: Database, jobs: JobTable<T>, row: RowOf<T>, now: Date) =>
  (await change(db, jobs, heldFrom(jobs, now), isHeld(jobs, row))).length > 0;

/** Releases a job, so that it can be leased again. */
export function releaseJob<T extends PgTable>(db: Database, jobs: JobTable<T>, row: RowOf<T>, wait: Wait, now: Date) {
  const tries = counting(jobs, Number(row[jobs.tries]) - (wait.countsTry ? 0 : 1));
  return change(db, jobs, { ...jobs.waiting(wait, now), ...tries }, isHeld(jobs, row));
}
