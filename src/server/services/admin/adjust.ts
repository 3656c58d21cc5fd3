import { and, eq } from 'drizzle-orm';
import { writeBrand } from '#server/database/brand-scope.ts';
import { brands, payments } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { balancesOf, postEntry } from '../ledger/ledger.ts';
import { type AdminContext, brandNotFound, isBrandNamed } from './shared/brands.ts';

export interface Adjustment {
  /** The brand's email or id. */
  brand: string;
  /** Positive to credit the brand, negative to debit it. */
  amountCents: number;
  /** Shown in the brand's payments. */
  note: string;
}

/**
 * Books a correction of a brand's balance. A correction with the same amount and note changes nothing, so a command
 * can be repeated after a lost response.
 * @throws {CommandError} if there is no such brand
 */
export async function adjustBalance(
  { db, now }: AdminContext,
  { brand: named, amountCents, note }: Adjustment,
): Promise<{ brandId: string; email: string; availableBalanceCents: number; changed: boolean }> {
  const [found] = await db.select({ id: brands.id, email: brands.email }).from(brands).where(isBrandNamed(named));
  if (found === undefined) throw brandNotFound(named);
  return writeBrand({ db, brandId: found.id }, async (writer) => {
    const isSame = and(
      eq(payments.kind, 'CORRECTION'),
      eq(payments.amountCents, amountCents),
      eq(payments.methodTitle, note),
    );
    const before = await writer.db.select({ id: payments.id }).from(payments).where(writer.own(payments, isSame));
    if (before.length === 0) {
      const at = now();
      const id = newId('pay', at);
      const { brandId, revision } = writer;
      await writer.db.insert(payments).values({
        ...{ brandId, id, amountCents, revision, kind: 'CORRECTION', methodTitle: note },
        ...{ status: 'COMPLETED', createdAt: at, updatedAt: at },
      });
      const lines = { available: amountCents, adjustments: -amountCents };
      await postEntry(writer, { kind: 'adjusted', lines, paymentId: id, at });
    }
    const { available } = await balancesOf(writer);
    return { brandId: found.id, email: found.email, availableBalanceCents: available, changed: before.length === 0 };
  });
}
