import { sql } from 'drizzle-orm';
import { addDays, type Day } from '#domain/time/period.ts';
import { type Database, rowsOf } from './database.ts';

// Snapshots are partitioned by month: queries of a few days touch a few small indexes, and months that are no longer
// read can be moved, compressed or dropped on their own. The embedded database keeps all of them in one partition:
// there, a file per month would cost more than it saves.

/** The embedded database's only partition. */
const whole = sql.identifier('daily_figures_all');
const monthPattern = /^\d{4}-\d{2}$/;

/**
 * Creates missing partitions for snapshots of these days. Outside a transaction it blocks no other session. Within one,
 * its lock blocks other sessions that create partitions, but neither readers nor writers.
 */
export async function createMonthPartitions(db: Database, days: Iterable<Day>): Promise<void> {
  const months = [...new Set([...days].map((day) => day.slice(0, 'YYYY-MM'.length)))];
  if (months.length === 0 || (await missingMonths(db, months)).length === 0) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table daily_figures in share update exclusive mode`);
    // Another transaction may have created them while this one waited for the lock.
    for (const month of await missingMonths(tx, months)) await makeMonth(tx, month);
  });
}

/** Creates the partitions of this month and, from 28 days before it begins, of the next. */
export const createUpcomingPartitions = (db: Database, today: Day) =>
  createMonthPartitions(db, [today, addDays(today, 28)]);

async function missingMonths(db: Database, months: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ month: string }>(
    db,
    sql`select month from unnest(${`{${months.join()}}`}::text[]) as month
      where to_regclass('daily_figures_all') is null
        and to_regclass('daily_figures_' || replace(month, '-', '_')) is null`,
  );
  return rows.map(({ month }) => month);
}

/** Creates the table first and then attaches it: `create table … partition of` would lock out all readers. */
async function makeMonth(tx: Database, month: string): Promise<void> {
  if (!monthPattern.test(month)) throw new Error(`Expected a month as YYYY-MM, found ${month}`);
  const table = sql.identifier(`daily_figures_${month.replace('-', '_')}`);
  const first = `${month}-01`;
  const bounds = await rowsOf<{ next: string }>(
    tx,
    sql`select (${first}::date + interval '1 month')::date::text as next`,
  );
  await tx.execute(sql`create table ${table} (like daily_figures including all)`);
  await tx.execute(sql`
    alter table daily_figures attach partition ${table}
    for values from (${sql.raw(`'${first}'`)}) to (${sql.raw(`'${bounds[0]?.next}'`)})`);
}

/** True if all days are still in one partition. */
export async function isOnePartition(db: Database): Promise<boolean> {
  const [found] = await rowsOf<{ is: boolean }>(db, sql`select to_regclass('daily_figures_all') is not null as is`);
  return found?.is === true;
}

/**
 * Splits the single partition into months. Runs once on PostgreSQL, before anything else uses the database: the table
 * stays locked until every row has been copied.
 */
export async function splitIntoMonths(tx: Database): Promise<void> {
  if (!(await isOnePartition(tx))) return;
  await tx.execute(sql`alter table daily_figures detach partition ${whole}`);
  await tx.execute(sql`alter table ${whole} rename to daily_figures_before`);
  const stored = await rowsOf<{ day: string }>(
    tx,
    sql`select distinct date_trunc('month', day)::date::text as day from daily_figures_before`,
  );
  await createMonthPartitions(
    tx,
    stored.map(({ day }) => day),
  );
  await tx.execute(sql`insert into daily_figures select * from daily_figures_before`);
  await tx.execute(sql`drop table daily_figures_before`);
}
