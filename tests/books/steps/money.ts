import { formatUsd } from '#domain/money/money.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { addFunds } from '#server/services/ledger/payments/add-funds.ts';
import { chargeOf } from '#server/services/ledger/payments/charges.ts';
import { checkDueCharges } from '#server/services/ledger/payments/checker.ts';
import { handleProviderEvent } from '#server/services/ledger/payments/events.ts';
import { reconcile } from '#server/services/ledger/payments/reconcile.ts';
import type { Random } from '#tests/fuzz/random.ts';
import { banks } from '#tests/support/money/shaky-provider.ts';
import { attempt, idIn, type KnownBrand, type Life, oneOf, type Step } from '../life.ts';

/** Charges a brand's card. The bank may take it at once, later or not at all, and its response may be lost. */
export const fund: Step = {
  name: 'fund',
  weight: 3,
  async play(life, dice) {
    // The first charge is large enough for any campaign.
    const without = life.brands.find(({ paymentIds }) => paymentIds.length === 0);
    const brand = without ?? dice.pick(life.brands);
    const amountCents = without ? 150_000 : 2_500 + dice.below(60_000);
    const bank = without || dice.chance(0.6) ? 'takes' : dice.pick(banks);
    const key = idIn(life, 'key', dice);
    life.fates.set(key, { prepare: [], take: dice.chance(0.1) ? ['answer'] : [], bank });
    const action = { key, requestHash: key };
    const scope = brandScope(life.db, brand.id);
    const how = await attempt(async () => {
      await addFunds(life.payments, scope, action, { type: 'stripe', paymentMethodId: brand.methodId, amountCents });
      return undefined;
    });
    const charge = await chargeOf(scope, action);
    if (charge !== undefined) brand.paymentIds.push(charge.paymentId);
    return `${brand.name} adds ${formatUsd(amountCents)}, which its bank ${bank}: ${how}`;
  },
};

/** Handles an event of the provider, like its webhook. */
async function takeEventOf(life: Life, brand: KnownBrand, paymentId: string, dice: Random): Promise<void> {
  const event = { id: `evt_${idIn(life, 'key', dice)}`, type: 'any', charge: { brandId: brand.id, paymentId } };
  await handleProviderEvent(life.payments, 'stripe', event);
}

/** Refunds or disputes a charge, or ends a reversal in the brand's favor. Its event may arrive once, twice or never. */
export const reverse: Step = {
  name: 'reverse',
  weight: 2,
  async play(life, dice) {
    const brand = dice.pick(life.brands);
    const paymentId = oneOf(dice, brand.paymentIds);
    if (paymentId === null) return null;
    const cents = 1 + dice.below(50_000);
    life.bank.reverse(paymentId, cents);
    const events = dice.below(3);
    for (let i = 0; i < events; i += 1) await takeEventOf(life, brand, paymentId, dice);
    return `${brand.name}: payment ${brand.paymentIds.indexOf(paymentId) + 1} is reversed (${cents}), with ${events} events`;
  },
};

export const bankDecides: Step = {
  name: 'bank decides',
  weight: 1,
  async play(life) {
    for (const { id } of life.brands) life.bank.decide(id);
    return `Banks decide, and ${await checkDueCharges(life.payments)} charges are checked`;
  },
};

export const adjust: Step = {
  name: 'adjust',
  weight: 1,
  async play(life, dice) {
    const brand = dice.pick(life.brands);
    const amountCents = (dice.chance(0.5) ? 1 : -1) * (1 + dice.below(30_000));
    const order = { brand: brand.id, amountCents, note: `Note ${dice.below(1_000)}` };
    const how = await attempt(async () => {
      await adjustBalance({ db: life.db, now: life.clock.now }, order);
      // The command is repeated, as after a lost response.
      if (dice.chance(0.3)) await adjustBalance({ db: life.db, now: life.clock.now }, order);
      return undefined;
    });
    return `The team corrects the balance of ${brand.name} by ${formatUsd(amountCents)}: ${how}`;
  },
};

/** The team compares the books with the provider. @throws if they differ, since a life contains no fraud */
export const reconcileAll: Step = {
  name: 'reconcile',
  weight: 2,
  async play(life) {
    const { settled, reversed, differences } = await reconcile(life.payments, new Date(0));
    if (differences.length > 0) throw new Error(`Reconcile reports ${JSON.stringify(differences)}`);
    return `The team reconciles: ${settled} charges settled, ${reversed} reversals booked`;
  },
};
