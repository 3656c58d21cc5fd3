import { asc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/database.ts';
import { type JobState, type JobSummary, type JobTable, jobStates, type RowOf } from './job-table.ts';

/** A job as listed for the team. */
export interface ListedJob extends JobSummary {
  kind: string;
  id: string;
  state: JobState;
  tries: number;
  brandId: string | null;
}

/** Number of jobs of a kind by state, and the longest wait. */
export interface JobLoad {
  /** Zero for states that this kind doesn't report. */
  counts: Record<JobState, number>;
  /** Due time of the longest-waiting job, which may be in the future; null if there is none. */
  oldestDueAt: Date | null;
}

/** Lists and retries jobs of a kind, for the team. */
export interface JobAdmin {
  readonly kind: string;
  /** Lists up to `max` jobs in a state, oldest first. */
  list(db: Database, asked: { state: JobState; max: number; now: Date }): Promise<ListedJob[]>;
  count(db: Database, now: Date): Promise<JobLoad>;
  /** @returns null if the job is retried, the reason if it isn't, undefined if it doesn't exist */
  retry(db: Database, id: string, asked: { evenIfSent: boolean; now: Date }): Promise<string | null | undefined>;
}

/** Creates the {@link JobAdmin} of a kind of jobs. */
export function createJobAdmin<T extends PgTable>(jobs: JobTable<T>): JobAdmin {
  const { kind, tries } = jobs;
  const table: PgTable = jobs.table;
  const columns: Record<string, PgColumn | undefined> = getTableColumns(table);
  // If a key begins with the brand, its ids are unique on their own.
  const idName = jobs.key[jobs.key.length - 1] ?? 'id';
  const idColumn = columns[idName];
  if (idColumn === undefined) throw new Error(`No column ${idName}`);
  return {
    kind,
    async list(db, { state, max, now }) {
      const isIn = jobs.states[state]?.(now);
      if (isIn === undefined) return [];
      const rows = await db.select().from(table).where(isIn).orderBy(asc(idColumn)).limit(max);
      return (rows as RowOf<T>[]).map((row) => ({
        ...{ kind, id: String(row[idName]), state, tries: Number(row[tries]) },
        ...{ brandId: typeof row.brandId === 'string' ? row.brandId : null, ...jobs.describe(row, state) },
      }));
    },
    async count(db, now) {
      const isIn = (state: JobState): SQL => jobs.states[state]?.(now) ?? sql`false`;
      const numberOf = (state: JobState) => sql`count(*) filter (where ${isIn(state)})`.mapWith(Number);
      const [firstColumn = idColumn] = jobs.order;
      const [row] = await db
        .select({
          ...{ waiting: numberOf('waiting'), running: numberOf('running'), failed: numberOf('failed') },
          oldest: sql`min(${firstColumn}) filter (where ${isIn('waiting')})`.mapWith(firstColumn),
        })
        .from(table)
        .where(or(...jobStates.map(isIn)));
      const { waiting = 0, running = 0, failed = 0, oldest } = row ?? {};
      return { counts: { waiting, running, failed }, oldestDueAt: oldest instanceof Date ? oldest : null };
    },
    retry: (db, id, asked) =>
      db.transaction(async (tx) => {
        const [row] = (await tx.select().from(table).where(eq(idColumn, id)).for('update')) as RowOf<T>[];
        if (row === undefined) return undefined;
        const again = jobs.again(row, asked);
        if ('refusal' in again) return again.refusal;
        await tx.update(jobs.table).set(again.set).where(eq(idColumn, id));
        return null;
      }),
  };
}
