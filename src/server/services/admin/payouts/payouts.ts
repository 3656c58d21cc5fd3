import { and, desc, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { formatUsd } from '#domain/money/money.ts';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import { brandWriter, notifyBrandWritten } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { earnings, payouts } from '#server/database/tables/ledger-tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { newId } from '#server/ids.ts';
import { isOnHold } from '#server/services/ledger/holds.ts';
import { postEntry } from '#server/services/ledger/ledger.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { lockCreator, requireCreator } from '../creators/require-creator.ts';
import type { AdminContext } from '../shared/brands.ts';
import { type Earning, isDue, readEarnings, toEarning } from './due.ts';
import { creatorPaidEmail } from './payout-email.ts';

export interface PayoutResult {
  payoutId: string;
  email: string;
  amountCents: number;
  /** Amount still due, for earnings that were settled since the amount was read. */
  leftCents: number;
  earnings: Earning[];
}

/**
 * Records a payout to a creator and emails the creator. The amount has to be the current total due, or the total before
 * a later settlement or release. So amounts in a list that was read before one can still be recorded.
 * @throws {CommandError} for an unknown creator, and for any other amount; nothing is changed then
 */
export async function recordPayout(
  { db, now }: AdminContext,
  { email: named, amountCents, note }: { email: string; amountCents: number; note: string | null },
): Promise<PayoutResult> {
  const at = now();
  const paid = await db.transaction(async (tx) => {
    // With this lock, a concurrent payout to the creator or a hold waits for this one, and then sees its result.
    const creator = await lockCreator(tx, named);
    const isTheirs = eq(creatorProfiles.id, creator.id);
    const due = (await readEarnings(tx, and(isDue(), isTheirs))).map(toEarning);
    const covered = earningsFor(due, amountCents);
    if (covered === null) throw new CommandError(await refusal(tx, creator, due));
    const payoutId = newId('pyo', at);
    const { paymentReference } = creator;
    await tx
      .insert(payouts)
      .values({ id: payoutId, creatorId: creator.id, amountCents, note, paymentReference, paidAt: at });
    await settleWith(tx, { payoutId, kind: 'creator_paid', paid: covered, at });
    const mail = { brandId: null, recipient: creator.email, content: creatorPaidEmail.of({ payoutId }), now: at };
    await queueMail(tx, mail);
    return { payoutId, email: creator.email, amountCents, leftCents: sumOf(due) - amountCents, earnings: covered };
  });
  notifyBrandWritten(db);
  return paid;
}

/**
 * Returns the earnings that an amount pays: the first ones due, including all that became due at the same time. Null
 * if no such earnings add up to the amount.
 */
function earningsFor(due: readonly Earning[], amountCents: number): Earning[] | null {
  let cents = 0;
  for (const [i, earning] of due.entries()) {
    cents += earning.amountCents;
    if (cents === amountCents && due[i + 1]?.dueSince !== earning.dueSince) return due.slice(0, i + 1);
  }
  return null;
}

const sumOf = (all: readonly Pick<Earning, 'amountCents'>[]) =>
  all.reduce((sum, { amountCents }) => sum + amountCents, 0);

async function refusal(tx: Database, creator: { id: string; email: string }, due: readonly Earning[]): Promise<string> {
  const { email } = creator;
  const isTheirs = eq(creatorProfiles.id, creator.id);
  const onHold = await readEarnings(tx, and(isNull(earnings.payoutId), isOnHold(earnings), isTheirs));
  const held = onHold.length === 0 ? '' : ` ${formatUsd(sumOf(onHold))} is on hold (see list-holds).`;
  if (due.length > 0) return `${formatUsd(sumOf(due))} is due to ${email}. Expected --amount with this sum.${held}`;
  const [last] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.creatorId, creator.id), isNull(payouts.undoneAt)))
    .orderBy(desc(payouts.paidAt), desc(payouts.id))
    .limit(1);
  if (last === undefined) return `Nothing is due to ${email}.${held}`;
  const { id, amountCents, paidAt } = last;
  return `Nothing is due to ${email}. ${formatUsd(amountCents)} was marked as paid on ${dayText(dayOf(paidAt))} (${id}).${held}`;
}

interface Settling {
  payoutId: string;
  kind: 'creator_paid' | 'payout_undone';
  paid: readonly Pick<Earning, 'brandId' | 'offerId' | 'amountCents'>[];
  at: Date;
}

/** Books a payout, or its reversal, for every brand concerned. Locks the brands in the same order as an erasure. */
async function settleWith(tx: Database, { payoutId, kind, paid, at }: Settling): Promise<void> {
  const isPaid = kind === 'creator_paid';
  for (const brandId of [...new Set(paid.map((earning) => earning.brandId))].sort()) {
    const own = paid.filter((earning) => earning.brandId === brandId);
    const cents = own.reduce((sum, { amountCents }) => sum + amountCents, 0) * (isPaid ? 1 : -1);
    const writer = await brandWriter(tx, brandId);
    await postEntry(writer, { kind, lines: { creators: -cents, provider: cents }, payoutId, at });
    for (const { offerId } of own) {
      const changed = await tx
        .update(earnings)
        .set({ payoutId: isPaid ? payoutId : null })
        .where(writer.own(earnings, eq(earnings.offerId, offerId), isPaid ? isDue() : undefined))
        .returning({ offerId: earnings.offerId });
      // A hold on an account without a creator locks no creator, so it may have begun after the list was read.
      if (changed.length === 0)
        throw new CommandError(`The amount due has changed because of ${offerId}. Run list-due again.`);
    }
  }
}

export interface UndonePayout {
  payoutId: string;
  amountCents: number;
  /** False if the payout was already undone. */
  changed: boolean;
}

/**
 * Undoes a payout that was never made, so its earnings are due again. The payout's row is kept, with the note.
 * @throws {CommandError} if there is no such payout
 */
export async function undoPayout(
  { db, now }: AdminContext,
  { payoutId, note }: { payoutId: string; note: string },
): Promise<UndonePayout> {
  const at = now();
  const undone = await db.transaction(async (tx) => {
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update');
    if (payout === undefined) throw new CommandError(`There is no payout ${payoutId}.`);
    const { amountCents } = payout;
    if (payout.undoneAt !== null) return { payoutId, amountCents, changed: false };
    await tx.update(payouts).set({ undoneAt: at, undoneNote: note }).where(eq(payouts.id, payoutId));
    const paid = await tx.select().from(earnings).where(eq(earnings.payoutId, payoutId));
    await settleWith(tx, { payoutId, kind: 'payout_undone', paid, at });
    return { payoutId, amountCents, changed: true };
  });
  if (undone.changed) notifyBrandWritten(db);
  return undone;
}

export const listedPayoutSchema = v.object({
  id: v.string(),
  /** Null once the creator is erased. */
  email: v.nullable(v.string()),
  amountCents: v.number(),
  note: v.nullable(v.string()),
  /** The creator's reference at the time of the payment. */
  paymentReference: v.nullable(v.string()),
  paidAt: v.string(),
  undone: v.nullable(v.object({ at: v.string(), note: v.string() })),
});
export type ListedPayout = v.InferOutput<typeof listedPayoutSchema>;

/** Lists payouts, of one creator or of all, newest first. @throws {CommandError} for an unknown creator */
export async function listPayouts(db: Database, named: string | undefined): Promise<ListedPayout[]> {
  const creator = named === undefined ? null : await requireCreator(db, named);
  const rows = await db
    .select({ payout: payouts, email: creatorProfiles.email })
    .from(payouts)
    .leftJoin(creatorProfiles, eq(creatorProfiles.id, payouts.creatorId))
    .where(creator === null ? undefined : eq(payouts.creatorId, creator.id))
    .orderBy(desc(payouts.paidAt), desc(payouts.id));
  return rows.map(({ payout: { id, amountCents, note, paymentReference, paidAt, undoneAt, undoneNote }, email }) => ({
    ...{ id, email, amountCents, note, paymentReference, paidAt: paidAt.toISOString() },
    undone: undoneAt && { at: undoneAt.toISOString(), note: undoneNote ?? '' },
  }));
}
