import { sql } from 'drizzle-orm';
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
