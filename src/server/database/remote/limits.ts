import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as v from 'valibot';
import { databaseCodeOf } from '#server/errors/trouble.ts';
import { rowsOf } from '../database.ts';
import { connectOnce } from './connect-once.ts';

/** Limits that the database enforces, in ms, by the names of its settings. */
export const limits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 } as const;

/**
 * The limits are set by connection parameters, by defaults of the role or the database, or else in each transaction. A
 * pooler shares its connections to the database, so it rejects or drops parameters.
 */
export type LimitsSetBy = 'connection' | 'role' | 'transaction';

/** Statements that set the limits of one transaction. */
export const setLimits = Object.entries(limits)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ');

/** Statements with which an operator can set the limits for the role, so that transactions needn't set them. */
export const roleDefaults = Object.entries(limits)
  .map(([name, ms]) => `alter role current_user set ${name} = '${ms / 1_000}s'`)
  .join('; ');

/** Settings and their sources: https://www.postgresql.org/docs/current/view-pg-settings.html */
const settingsSchema = v.array(
  v.object({
    name: v.picklist(['statement_timeout', 'idle_in_transaction_session_timeout']),
    ms: v.number(),
    source: v.string(),
    pid: v.number(),
  }),
);

/**
 * Opens a connection to find out what sets the limits.
 * @throws the system's error if it can't connect
 */
export async function findLimits(url: string): Promise<LimitsSetBy> {
  const application_name = 'afield';
  const client = await connectOnce(url, { application_name, ...limits }).catch((error: unknown) => {
    if (isRefusedParameter(error)) return connectOnce(url, { application_name });
    throw error;
  });
  try {
    const names = sql.join(
      Object.keys(limits).map((name) => sql`${name}`),
      sql`, `,
    );
    const settings = v.parse(
      settingsSchema,
      await rowsOf(
        drizzle(client),
        sql`select name, setting::int as ms, source, pg_backend_pid() as pid from pg_settings where name in (${names})`,
      ),
    );
    const isSetBy = (sources: readonly string[]) =>
      settings.every(({ name, ms, source }) => ms > 0 && ms <= limits[name] && sources.includes(source));
    // A pooler reports its own process ID, and may use another connection for the next transaction.
    const isDirect = 'processID' in client && settings.every(({ pid }) => pid === client.processID);
    if (isDirect && isSetBy(['client'])) return 'connection';
    return isSetBy(ofEveryConnection) ? 'role' : 'transaction';
  } finally {
    await client.end();
  }
}

/** Sources that apply to every connection to the database, including a pooler's. */
const ofEveryConnection = ['user', 'database', 'database user', 'global', 'configuration file', 'command line'];

/** True for PgBouncer's rejection of a startup parameter. The code alone would match any protocol violation. */
const isRefusedParameter = (error: unknown) =>
  error instanceof Error && databaseCodeOf(error) === '08P01' && error.message.includes('startup parameter');
