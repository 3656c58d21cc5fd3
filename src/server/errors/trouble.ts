/** The database can't be had: no connection could be made, or the one in use was lost. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * Classes of SQLSTATE that report the database's condition and not a faulty statement: lost connections, conflicts between
 * transactions, insufficient resources, operator intervention, and internal errors.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const troubleClasses = new Set(['08', '40', '53', '55', '57', '58', 'F0', 'XX']);
/** A session that was ended for being idle in its transaction, and a standby that has not taken over yet. */
const troubleStates = new Set(['25006', '25P03', '25P04']);

/** Code of the database or the system for an error; null where it has no code. */
export function databaseCodeOf(error: unknown): string | null {
  const cause = rootOf(error);
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : null;
}

/** True if no connection could be made, or the one in use was lost. */
export const isUnavailable = (error: unknown): boolean =>
  chainOf(error).some((link) => link instanceof DatabaseUnavailableError);

/**
 * True for a transient failure of the database, after which the same statement may be retried. Errors of the statement
 * itself, such as a violated constraint, are bugs.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  const isQuery = error instanceof Error && 'query' in error && 'params' in error;
  if (!isQuery) return false;
  const code = databaseCodeOf(error);
  if (code !== null && isSqlState(code)) return troubleClasses.has(code.slice(0, 2)) || troubleStates.has(code);
  // Drivers report lost connections as plain errors, with or without the system's code; parameters they can't serialise
  // cause a TypeError or the like.
  const cause = rootOf(error);
  return cause instanceof Error && cause !== error && cause.constructor === Error;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: five digits or capitals; the system's begin with E. */
const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code);

function chainOf(error: unknown): unknown[] {
  const links: unknown[] = [];
  for (let link = error; link instanceof Error && !links.includes(link); link = link.cause) links.push(link);
  return links;
}

const rootOf = (error: unknown): unknown => chainOf(error).at(-1) ?? error;
