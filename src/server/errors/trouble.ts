/** Thrown if the database is unreachable: no connection could be made, or the current one was lost. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * SQLSTATE classes that report the database's condition instead of a faulty statement: lost connections, conflicts
 * between transactions, insufficient resources, operator intervention and internal errors.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const troubleClasses = new Set(['08', '40', '53', '55', '57', '58', 'F0', 'XX']);
/** States of sessions that timed out, and of writes to a standby that hasn't been promoted yet. */
const troubleStates = new Set(['25006', '25P03', '25P04']);

/** The database's or the system's code of an error; null if it has none. */
export function databaseCodeOf(error: unknown): string | null {
  const cause = rootOf(error);
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : null;
}

/** True if no connection could be made, or the current one was lost. */
export const isUnavailable = (error: unknown): boolean =>
  chainOf(error).some((link) => link instanceof DatabaseUnavailableError);

/**
 * True for a transient database failure, after which the same statement may be retried. Errors of the statement itself,
 * such as a violated constraint, are bugs.
 */
export function isTransientDatabaseError(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  const isQuery = error instanceof Error && 'query' in error && 'params' in error;
  if (!isQuery) return false;
  const code = databaseCodeOf(error);
  if (code !== null && isSqlState(code)) return troubleClasses.has(code.slice(0, 2)) || troubleStates.has(code);
  // Drivers report lost connections as plain errors, with or without a system code. Parameters that they can't
  // serialize cause a TypeError or the like.
  const cause = rootOf(error);
  return cause instanceof Error && cause !== error && cause.constructor === Error;
}

/**
 * True for an SQLSTATE: five digits or capitals (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 * System codes begin with E.
 */
const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code);

function chainOf(error: unknown): unknown[] {
  const links: unknown[] = [];
  for (let link = error; link instanceof Error && !links.includes(link); link = link.cause) links.push(link);
  return links;
}

const rootOf = (error: unknown): unknown => chainOf(error).at(-1) ?? error;
