import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/database.ts';

export type RowOf<T extends PgTable> = T['$inferSelect'];
export type ColumnsOf<T extends PgTable> = PgUpdateSetSource<T>;

/** A job that is given back. `dueAt` null: at once. `countsTry` false: nothing was tried, or a process's end cut it off. */
export interface Wait {
  dueAt: Date | null;
  countsTry: boolean;
  /** The failure in words, if there was one. */
  error?: string | undefined;
}

export const jobStates = ['waiting', 'running', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** A job in words for the team: nothing that opens an account, and no address of a recipient or a device. */
export interface JobSummary {
  /** When it is due, or since when it is running or has failed. */
  at: Date | null;
  about: string;
  /** Its last failure. */
  error: string | null;
}

/** Jobs that are rows of a table. One process at a time holds a job, under a lease that it renews while it works at it. */
export interface JobTable<T extends PgTable> {
  readonly kind: string;
  readonly table: T;
  readonly key: readonly (keyof RowOf<T> & string)[];
  /** The column that counts tries. With it, a process that was held up knows that another has taken the job since. */
  readonly tries: keyof RowOf<T> & string;
  /** A lease not renewed for this long has expired, and another process may take the job. */
  readonly leaseMs: number;
  /** Wait after a failed try, by the number of tries; undefined after the last. */
  waitMs(tries: number): number | undefined;
  /** Condition that a job is due, and no process holds it. */
  isFree(now: Date): SQL | undefined;
  /** Columns by which jobs have their turns. */
  readonly order: readonly PgColumn[];
  /** Condition that a job is the next, where turns depend on more than columns; null without one. */
  next?(db: Database, now: Date): Promise<SQL | null>;
  /** Further condition that a job that a process has taken is still its. */
  isHeld?(row: RowOf<T>): SQL | undefined;
  /** Columns of a job that a process takes, or whose lease it renews. */
  held(now: Date, until: Date): ColumnsOf<T>;
  taken?(now: Date): ColumnsOf<T>;
  waiting(wait: Wait, now: Date): ColumnsOf<T>;
  /** Jobs whose process has ended in the middle and that are not tried again, and the columns of their end. */
  abandoned?(now: Date): { where: SQL | undefined; set: ColumnsOf<T> };
  /** Conditions of the states that jobs of this kind can be seen in. */
  readonly states: Partial<Record<JobState, (now: Date) => SQL | undefined>>;
  describe(row: RowOf<T>, state: JobState): JobSummary;
  /** @returns columns of a job that the team has tried again; why it can't be, if it would do harm */
  again(row: RowOf<T>, asked: { now: Date; evenIfSent: boolean }): { set: ColumnsOf<T> } | { refusal: string };
}

const columnsOf = ({ table }: { table: PgTable }): Record<string, PgColumn> => getTableColumns(table);

const counting = <T extends PgTable>({ tries }: JobTable<T>, value: unknown) => ({ [tries]: value }) as ColumnsOf<T>;

const heldFrom = <T extends PgTable>(jobs: JobTable<T>, now: Date) =>
  jobs.held(now, new Date(now.getTime() + jobs.leaseMs));

/** Condition that a job is still as this process took it. */
export function isHeld<T extends PgTable>(jobs: JobTable<T>, row: RowOf<T>): SQL | undefined {
  const columns = columnsOf(jobs);
  return and(...[...jobs.key, jobs.tries].map((name) => sql`${columns[name]} = ${row[name]}`), jobs.isHeld?.(row));
}

/** @returns the rows that were changed */
export async function change<T extends PgTable>(
  db: Database,
  { table }: JobTable<T>,
  set: ColumnsOf<T>,
  where: SQL | undefined,
): Promise<RowOf<T>[]> {
  return (await db.update(table).set(set).where(where).returning()) as RowOf<T>[];
}

/** Takes the next job that is due, for this process alone, and counts the try; null if there is none. */
export async function takeJob<T extends PgTable>(db: Database, jobs: JobTable<T>, now: Date): Promise<RowOf<T> | null> {
  const tries = counting(jobs, sql`${columnsOf(jobs)[jobs.tries]} + 1`);
  const set = { ...heldFrom(jobs, now), ...jobs.taken?.(now), ...tries };
  for (;;) {
    const isNext = jobs.next === undefined ? isFirst(jobs, now) : await jobs.next(db, now);
    if (isNext === null) return null;
    const [row] = await change(db, jobs, set, and(isNext, jobs.isFree(now)));
    // Another process may have taken it since it was chosen.
    if (row !== undefined || jobs.next === undefined) return row ?? null;
  }
}

/** Not IN: its subselect may run again for each row, and then takes every row that is due. */
function isFirst<T extends PgTable>(jobs: JobTable<T>, now: Date): SQL {
  const key = sql.join(
    jobs.key.map((name) => columnsOf(jobs)[name]),
    sql`, `,
  );
  return sql`(${key}) = (select ${key} from ${jobs.table} where ${jobs.isFree(now)}
    order by ${sql.join([...jobs.order], sql`, `)} limit 1 for update skip locked)`;
}

/** @returns whether the job is still this process's */
export const renewJob = async <T extends PgTable>(db: Database, jobs: JobTable<T>, row: RowOf<T>, now: Date) =>
  (await change(db, jobs, heldFrom(jobs, now), isHeld(jobs, row))).length > 0;

/** Gives a job back, to be taken again. */
export function releaseJob<T extends PgTable>(db: Database, jobs: JobTable<T>, row: RowOf<T>, wait: Wait, now: Date) {
  const tries = counting(jobs, Number(row[jobs.tries]) - (wait.countsTry ? 0 : 1));
  return change(db, jobs, { ...jobs.waiting(wait, now), ...tries }, isHeld(jobs, row));
}
