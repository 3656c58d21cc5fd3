import { eq } from 'drizzle-orm';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { earnings, payouts } from '#server/database/tables/ledger-tables.ts';

/** Rows per statement, which has a limit of parameters. */
const atOnce = 1_000;

/** Records the earnings of a campaign's offers, in cents, at its settlement. Offers without earnings are left out. */
export async function saveEarnings(
  { brandId, db }: BrandWriter,
  { campaignId, cents, settledAt }: { campaignId: string; cents: ReadonlyMap<string, number>; settledAt: Date },
): Promise<void> {
  const rows = [...cents]
    .filter(([, amountCents]) => amountCents > 0)
    .map(([offerId, amountCents]) => ({ brandId, offerId, campaignId, amountCents, settledAt }));
  for (let i = 0; i < rows.length; i += atOnce) await db.insert(earnings).values(rows.slice(i, i + atOnce));
}

/** Earnings of an offer in a settled campaign, in cents, and when they were paid; null while they are due. */
export async function readEarning(scope: BrandScope, offerId: string): Promise<{ cents: number; paidAt: Date | null }> {
  const [row] = await scope.db
    .select({ cents: earnings.amountCents, paidAt: payouts.paidAt })
    .from(earnings)
    .leftJoin(payouts, eq(payouts.id, earnings.payoutId))
    .where(scope.own(earnings, eq(earnings.offerId, offerId)));
  return row ?? { cents: 0, paidAt: null };
}
