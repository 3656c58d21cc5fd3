import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from './database.ts';

/**
 * Makes the rest of a transaction find rows through indexes only. Call it in a transaction that makes tables many times
 * larger. The planner relies on statistics from the last ANALYZE, and none runs within the transaction, so it would
 * scan a formerly small table for every row. Foreign-key checks even keep their first plan.
 */
export async function planForLargeTables(tx: Database): Promise<void> {
  await tx.execute(sql`set local enable_seqscan = off`);
  // The cost of unavoidable scans now looks huge, and PostgreSQL JIT-compiles expensive statements.
  await tx.execute(sql`set local jit = off`);
}

/** True after this process has opened a database of a Citus cluster. */
let isDistributed = false;

/**
 * Makes `someBrand` expose brands' IDs if the database may be distributed. A Citus cluster routes statements by the
 * brand's ID, and refuses most statements that would need every server. Other databases don't need the ID.
 */
export async function nameBrandsOnClusters(db: Database): Promise<void> {
  const found = await rowsOf(db, sql`select from pg_extension where extname = 'citus'`);
  if (found.length > 0) isDistributed = true;
}

/**
 * Hides a brand's ID from the planner, which then assumes the average over all brands. For a new brand it would
 * estimate almost no rows. Any index that begins with the brand would then look as good as the right one, and each
 * lookup would read all of the brand's rows. A Citus cluster needs the ID despite that risk.
 */
export const someBrand = (brandId: string): SQL =>
  isDistributed ? sql`${brandId}::text` : sql`(select ${brandId}::text)`;
