import { eq } from 'drizzle-orm';
import { dayText } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import { type BrandWriter, brandScope, brandWriter, notifyBrandWritten } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { newId } from '#server/ids.ts';
import { creatorsOfOffers } from '#server/services/creators/creators-of-offers.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import type { AdminContext } from '../shared/brands.ts';
import { requireSeen } from '../shared/seen.ts';
import { type EarningState, readEarningState } from './earning-state.ts';
import { earningHeldEmail, earningReleasedEmail } from './hold-emails.ts';

export interface HoldChange {
  offerId: string;
  /** The creator's email, to which a notice is sent; null if the account has no known creator. */
  email: string | null;
  /** Null until the campaign is settled. */
  amountCents: number | null;
  /** False if the earnings were already in that state. */
  changed: boolean;
  /** Tag of the resulting state, for --seen. */
  seen: string;
}

interface EarningRef {
  offerId: string;
  seen?: string | undefined;
}

/**
 * Puts an offer's earnings on hold, before or after the settlement, and emails the creator the reason. The books don't
 * change, since the earnings stay owed. Repeating the same reason changes nothing.
 * @throws {CommandError} for earnings that were paid, are on hold for another reason, or can't be put on hold
 */
export function holdEarning({ db, now }: AdminContext, { reason, ...asked }: EarningRef & { reason: string }) {
  const at = now();
  return change(db, asked, async (writer, state, email) => {
    const { offerId } = asked;
    if (state.open?.reason === reason) return false;
    const refusal = refusalToHold(offerId, state);
    if (refusal !== null) throw new CommandError(refusal);
    const id = newId('hld', at);
    await writer.db.insert(earningHolds).values({ id, brandId: writer.brandId, offerId, reason, heldAt: at });
    const mail = { brandId: writer.brandId, now: at, content: earningHeldEmail.of({ holdId: id }) };
    if (email !== null) await queueMail(writer.db, { ...mail, recipient: email });
    return true;
  });
}

/**
 * Releases the hold on an offer's earnings, which are due once the campaign is settled, and emails the creator the
 * note. Releasing again changes nothing.
 * @throws {CommandError} for earnings that were never on hold
 */
export function releaseEarning({ db, now }: AdminContext, { note, ...asked }: EarningRef & { note: string }) {
  const at = now();
  return change(db, asked, async (writer, { open, holds }, email) => {
    if (holds.length === 0) throw new CommandError(`The earnings of ${asked.offerId} aren’t on hold.`);
    if (open === null) return false;
    await writer.db
      .update(earningHolds)
      .set({ releasedAt: at, releaseNote: note })
      .where(writer.own(earningHolds, eq(earningHolds.id, open.id)));
    const mail = { brandId: writer.brandId, now: at, content: earningReleasedEmail.of({ holdId: open.id }) };
    if (email !== null) await queueMail(writer.db, { ...mail, recipient: email });
    return true;
  });
}

type Change = (writer: BrandWriter, state: EarningState, email: string | null) => Promise<boolean>;

/**
 * Changes a hold under the locks of the creator and the brand, which mark-paid and erase-data acquire in the same
 * order.
 */
async function change(db: Database, { offerId, seen }: EarningRef, make: Change): Promise<HoldChange> {
  const changed = await db.transaction(async (tx) => {
    const [offer] = await tx.select({ brandId: offers.brandId }).from(offers).where(eq(offers.id, offerId));
    if (offer === undefined) throw new CommandError(`There is no offer ${offerId}.`);
    const email = await lockCreatorOf(tx, offer.brandId, offerId);
    const writer = await brandWriter(tx, offer.brandId);
    const before = await readEarningState(writer, offerId);
    requireSeen(seen, before.seen, `The state of ${offerId}’s earnings`, 'show-offer');
    const isChanged = await make(writer, before, email);
    const after = await readEarningState(writer, offerId);
    return { offerId, email, amountCents: after.earning?.amountCents ?? null, changed: isChanged, seen: after.seen };
  });
  if (changed.changed) notifyBrandWritten(db);
  return changed;
}

/** @returns the creator's email; null if the account has no known creator */
async function lockCreatorOf(tx: Database, brandId: string, offerId: string): Promise<string | null> {
  const creator = (await creatorsOfOffers(brandScope(tx, brandId), [offerId])).get(offerId);
  if (creator === undefined) return null;
  const isThis = eq(creatorProfiles.id, creator.id);
  const [locked] = await tx.select({ email: creatorProfiles.email }).from(creatorProfiles).where(isThis).for('update');
  return locked?.email ?? null;
}

function refusalToHold(offerId: string, { open, paid, ...state }: EarningState): string | null {
  const theEarnings = `The earnings of ${offerId}`;
  if (paid !== null) {
    return `${theEarnings} were marked as paid on ${dayText(dayOf(paid.at))} (${paid.payoutId}). If the payment didn’t arrive, undo it with undo-payout first.`;
  }
  if (open !== null) {
    return `${theEarnings} have been on hold since ${dayText(dayOf(open.heldAt))}: “${open.reason}” Release them first to give another reason.`;
  }
  if (state.campaignType === 'DROP')
    return `${offerId} is paid with a product, so there are no earnings to put on hold.`;
  if (state.isSettled && state.earning === null) return `${offerId} earned nothing.`;
  return state.isSettled || state.hasPost ? null : `${offerId} has no post yet, so it has earned nothing.`;
}
