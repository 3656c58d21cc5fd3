import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { earnings, payouts } from '#server/database/tables/ledger-tables.ts';
import { campaigns, offers, posts } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { type Hold, readHoldsOf } from '#server/services/ledger/holds.ts';
import { seenOfEarning } from '../shared/seen.ts';

export const holdViewSchema = v.object({
  id: v.string(),
  reason: v.string(),
  heldAt: v.string(),
  /** Null while the hold is open. */
  released: v.nullable(v.object({ at: v.string(), note: v.string() })),
  answers: v.array(v.object({ text: v.string(), at: v.string() })),
});
export type HoldView = v.InferOutput<typeof holdViewSchema>;

export const earningViewSchema = v.object({
  /** Null until the campaign is settled, and for an offer that earned nothing. */
  amountCents: v.nullable(v.number()),
  settledAt: v.nullable(v.string()),
  paid: v.nullable(v.object({ payoutId: v.string(), at: v.string() })),
  /** Oldest first; only the last one can be open. */
  holds: v.array(holdViewSchema),
  /** Tag of this state, which hold-earning and release-earning accept as --seen. */
  seen: v.string(),
});
export type EarningView = v.InferOutput<typeof earningViewSchema>;

/** An offer's earnings: due, on hold or paid, with all of their holds. */
export interface EarningState {
  campaignType: (typeof campaigns.$inferSelect)['campaignType'];
  isSettled: boolean;
  hasPost: boolean;
  earning: { amountCents: number; settledAt: Date } | null;
  paid: { payoutId: string; at: Date } | null;
  /** Oldest first. */
  holds: Hold[];
  /** The open hold; null if there is none. */
  open: Hold | null;
  seen: string;
}

/** Returns the state of an offer's earnings. @throws {CommandError} if there is no such offer */
export async function readEarningState(scope: BrandScope, offerId: string): Promise<EarningState> {
  const [row] = await scope.db
    .select({
      ...{ campaignType: campaigns.campaignType, settledAt: campaigns.settledAt, link: offers.finalPostUrl },
      ...{ postId: posts.id, earning: earnings, payout: payouts },
    })
    .from(offers)
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .leftJoin(posts, and(eq(posts.brandId, offers.brandId), eq(posts.offerId, offers.id)))
    .leftJoin(earnings, and(eq(earnings.brandId, offers.brandId), eq(earnings.offerId, offers.id)))
    .leftJoin(payouts, eq(payouts.id, earnings.payoutId))
    .where(scope.own(offers, eq(offers.id, offerId)))
    .limit(1);
  if (row === undefined) throw new CommandError(`There is no offer ${offerId}.`);
  const { campaignType, settledAt, link, postId, earning, payout } = row;
  const holds = await readHoldsOf(scope, offerId);
  return {
    ...{ campaignType, isSettled: settledAt !== null, hasPost: link !== null || postId !== null },
    earning: earning && { amountCents: earning.amountCents, settledAt: earning.settledAt },
    paid: payout && { payoutId: payout.id, at: payout.paidAt },
    holds,
    open: holds.find(({ releasedAt }) => releasedAt === null) ?? null,
    seen: seenOfEarning({
      amountCents: earning?.amountCents ?? null,
      payoutId: payout?.id ?? null,
      holds: holds.map(({ id, releasedAt, answers }) => [id, releasedAt !== null, answers.length]),
    }),
  };
}

export const toHoldView = ({ id, reason, heldAt, releasedAt, releaseNote, answers }: Hold): HoldView => ({
  ...{ id, reason, heldAt: heldAt.toISOString() },
  released: releasedAt && { at: releasedAt.toISOString(), note: releaseNote ?? '' },
  answers: answers.map(({ text, at }) => ({ text, at: at.toISOString() })),
});

/** Converts an offer's earnings for show-offer. */
export const toEarningView = ({ earning, paid, holds, seen }: EarningState): EarningView => ({
  amountCents: earning?.amountCents ?? null,
  settledAt: earning?.settledAt.toISOString() ?? null,
  paid: paid && { payoutId: paid.payoutId, at: paid.at.toISOString() },
  holds: holds.map(toHoldView),
  seen,
});
