import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/**
 * To be called in a transaction that makes tables many times as long: from then on it finds rows by indexes alone. The
 * planner goes by what tables were like when they were last looked at, and no one looks at them meanwhile; it would read a
 * short one whole, for each row. What checks foreign keys even keeps the plan with which it began.
 */
export async function expectGrowth(tx: Database): Promise<void> {
  await tx.execute(sql`set local enable_seqscan = off`);
  // Scans that can't be avoided seem dear now, and dear statements would be compiled.
  await tx.execute(sql`set local jit = off`);
}

/**
 * A brand that the planner doesn't know by its id: it then goes by what brands have on average. Of one that is new it believes
 * to know that it has next to nothing, so that any index which begins with the brand is as good as the right one, and reads
 * all that the brand has, for each row.
 */
export const someBrand = (brandId: string): SQL => sql`(select ${brandId}::text)`;
