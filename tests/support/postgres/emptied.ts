import type { PGlite } from '@electric-sql/pglite';

/** A database as the migrations leave it. */
export interface Pristine {
  /** Catalog of tables, columns, constraints, indexes, triggers and functions, as one text. */
  readonly catalog: string;
  readonly tables: readonly string[];
  /** Rows that migrations insert, by table, as a JSON array. */
  readonly rows: ReadonlyMap<string, string>;
}

/** Reads the state that `emptied` restores. Call it before the first row is written. */
export async function pristineOf(client: PGlite): Promise<Pristine> {
  const tables = await tablesOf(client);
  const rows = new Map<string, string>();
  for (const table of await filled(client, tables)) {
    const { rows: read } = await client.query<{ all: string }>(`SELECT json_agg(t)::text AS all FROM ${table} t`);
    rows.set(table, read[0]?.all ?? '[]');
  }
  return { catalog: await catalogOf(client), tables, rows };
}

/**
 * Empties a database and restores the rows of its migrations.
 * @returns false if the tables themselves were changed: the database must not be used again
 */
export async function emptied(client: PGlite, pristine: Pristine): Promise<boolean> {
  await client.exec('ROLLBACK; RESET ALL; DISCARD TEMP');
  if ((await catalogOf(client)) !== pristine.catalog) return false;
  // In one transaction, so that a late query of the previous server runs before or after all of it.
  await client.transaction(async (tx) => {
    await tx.exec(`TRUNCATE ${pristine.tables.join(', ')} RESTART IDENTITY CASCADE`);
    for (const [table, rows] of pristine.rows) {
      await tx.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [rows]);
    }
  });
  return true;
}

async function tablesOf(client: PGlite): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

/** Those tables that have rows. */
async function filled(client: PGlite, tables: readonly string[]): Promise<string[]> {
  const asked = tables.map((table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT FROM ${table})`);
  const { rows } = await client.query<{ name: string }>(asked.join(' UNION ALL '));
  return rows.map(({ name }) => name);
}

async function catalogOf(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ entry: string }>(`
    SELECT entry FROM (
      SELECT concat_ws(' ', 'class', oid, relkind, relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT concat_ws(' ', 'column', attrelid, attname, atttypid, attnotnull, attisdropped) FROM pg_attribute
        WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
      UNION ALL
      SELECT concat_ws(' ', 'default', adrelid, adnum, pg_get_expr(adbin, adrelid)) FROM pg_attrdef
      UNION ALL
      SELECT concat_ws(' ', 'constraint', conrelid, conname, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
      UNION ALL
      SELECT concat_ws(' ', 'trigger', tgrelid, tgname, tgenabled) FROM pg_trigger
      UNION ALL
      SELECT concat_ws(' ', 'function', oid, proname, md5(prosrc)) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
    ) AS catalog (entry) ORDER BY entry`);
  return rows.map(({ entry }) => entry).join('\n');
}
