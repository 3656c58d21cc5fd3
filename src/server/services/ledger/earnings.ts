import { eq } from 'drizzle-orm';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { earnings, payouts } from '#server/database/tables/ledger-tables.ts';

/** Rows per statement, to stay below PostgreSQL's limit on parameters. */
const atOnce = 1_000;

/** Records a campaign's earnings per offer at its settlement, in cents. Offers without earnings are left out. */
export async function saveEarnings(
  { brandId, db }: BrandWriter,
  { campaignId, cents, settledAt }: { campaignId: string; cents: ReadonlyMap<string, number>; settledAt: Date },
): Promise<void> {
  const rows = [...cents]
    .filter(([, amountCents]) => amountCents > 0)
    .map(([offerId, amountCents]) => ({ brandId, offerId, campaignId, amountCents, settledAt }));
  for (let i = 0; i < rows.length; i += atOnce) await db.insert(earnings).values(rows.slice(i, i + atOnce));
}

/** Returns an offer's earnings in a settled campaign, in cents, with the date of payment, or null while they are due. */
export async function readEarning(scope: BrandScope, offerId: string): Promise<{ cents: number; paidAt: Date | null }> {
  const [row] = await scope.db
    .select({ cents: earnings.amountCents, paidAt: payouts.paidAt })
    .from(earnings)
    .leftJoin(payouts, eq(payouts.id, earnings.payoutId))
    .where(scope.own(earnings, eq(earnings.offerId, offerId)));
  return row ?? { cents: 0, paidAt: null };
}
