import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * Call it in a transaction that makes tables many times as long: from then on rows are found through indexes alone. The planner
 * relies on statistics from the last ANALYZE, and none runs within the transaction, so it would scan a table that was short
 * for each row. Foreign-key checks even keep their first plan.
 */
export async function expectGrowth(tx: Database): Promise<void> {
  await tx.execute(sql`set local enable_seqscan = off`);
  // Unavoidable scans now look expensive, and expensive statements would be JIT-compiled.
  await tx.execute(sql`set local jit = off`);
}

/**
 * Hides a brand's id from the planner, which then uses the average over all brands. For a new brand it would otherwise assume
 * next to no rows, so that any index beginning with the brand seems as good as the right one, and read all of the brand's rows
 * for each row.
 */
export const someBrand = (brandId: string): SQL => sql`(select ${brandId}::text)`;
