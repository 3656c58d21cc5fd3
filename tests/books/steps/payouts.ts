import { eq, isNull } from 'drizzle-orm';
import { formatUsd } from '#domain/money/money.ts';
import { creatorAccounts } from '#server/database/tables/creator-tables.ts';
import { payouts } from '#server/database/tables/ledger-tables.ts';
import { creators, offers } from '#server/database/tables/tables.ts';
import { listDueEarnings } from '#server/services/admin/payouts/due.ts';
import { recordPayout, undoPayout } from '#server/services/admin/payouts/payouts.ts';
import { auditLedger } from '#server/services/ledger/payments/ledger-audit.ts';
import { attempt, idIn, type Life, oneOf, type Step } from '../life.ts';

/** Creators get an email address with their first payment: until then, only their brands know them. */
async function emailOf(life: Life, offerId: string, id: string): Promise<string> {
  const email = `${id.toLowerCase()}@creators.test`;
  const [account] = await life.db
    .select({ brandId: creators.brandId, id: creators.id })
    .from(offers)
    .innerJoin(creators, eq(creators.id, offers.creatorId))
    .leftJoin(creatorAccounts, eq(creatorAccounts.username, creators.username))
    .where(eq(offers.id, offerId));
  if (account !== undefined) await life.given.person(account.brandId, account.id, { email });
  return email;
}

async function expectNoContradiction(life: Life): Promise<void> {
  const found = await auditLedger(life.db);
  if (found.length > 0) throw new Error(found.map(({ message }) => message).join('\n'));
}

/** The team pays a creator the sum due, perhaps twice at once, or another sum. */
export const pay: Step = {
  name: 'pay',
  weight: 2,
  async play(life, dice) {
    const { due } = await listDueEarnings(life.db);
    const owed = oneOf(dice, due);
    const offerId = owed?.earnings[0]?.offerId;
    if (owed === null || offerId === undefined) return null;
    const email = owed.creator?.email ?? (await emailOf(life, offerId, idIn(life, 'soc', dice)));
    const amountCents = owed.amountCents + (dice.chance(0.1) ? 1 : 0);
    const order = { email, amountCents, note: null };
    const once = () =>
      attempt(async () => {
        await recordPayout({ db: life.db, now: life.clock.now }, order);
        return undefined;
      });
    const hows = life.isConcurrent ? await Promise.all([once(), once()]) : [await once(), await once()];
    await expectNoContradiction(life);
    return `The team marks ${formatUsd(amountCents)} of ${formatUsd(owed.amountCents)} as paid, twice: ${hows.join(', ')}`;
  },
};

/** A payment is returned, and the team records that twice. */
export const undo: Step = {
  name: 'undo',
  weight: 1,
  async play(life, dice) {
    const paid = await life.db.select().from(payouts).where(isNull(payouts.undoneAt)).orderBy(payouts.paidAt);
    const payout = oneOf(dice, paid);
    if (payout === null) return null;
    const context = { db: life.db, now: life.clock.now };
    const undone = [1, 2].map(() => undoPayout(context, { payoutId: payout.id, note: 'Returned by the bank' }));
    const changed = (await Promise.all(undone)).filter((each) => each.changed).length;
    if (changed !== 1) throw new Error(`A payment was undone ${changed} times`);
    await expectNoContradiction(life);
    return `A payment of ${formatUsd(payout.amountCents)} comes back`;
  },
};
