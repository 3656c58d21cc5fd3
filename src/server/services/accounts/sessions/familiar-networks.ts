import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { subjectKey } from '#server/services/shared/attempts.ts';
import { networkOf } from '#server/services/shared/network-of.ts';

/** Lifetime of a record, equal to the idle lifetime of a session. */
const rememberedMs = 90 * 86_400_000;

const keyOf = (account: string, address: string) => subjectKey(['familiar', account, networkOf(address)]);

/** True if the account was used from this network before, which exempts it from the limit shared by strangers. */
export async function isFamiliar(db: Database, account: string, address: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ count: attempts.count })
    .from(attempts)
    .where(and(eq(attempts.subject, keyOf(account, address)), gt(attempts.windowEndsAt, now)));
  return rows.length > 0;
}

/**
 * Records that an account was used from a network, as a hash that reveals neither. The cleanup of rate limits deletes
 * it.
 */
export async function rememberNetwork(db: Database, account: string, address: string, now: Date): Promise<void> {
  const windowEndsAt = new Date(now.getTime() + rememberedMs);
  await db
    .insert(attempts)
    .values({ subject: keyOf(account, address), count: 0, windowEndsAt })
    .onConflictDoUpdate({ target: attempts.subject, set: { windowEndsAt } });
}
