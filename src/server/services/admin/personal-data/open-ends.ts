import { and, eq, inArray, isNull, not, notInArray, or, sql } from 'drizzle-orm';
import { formatUsd } from '#domain/money/money.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { chargeReversals, charges } from '#server/database/tables/billing-tables.ts';
import { earningHolds } from '#server/database/tables/hold-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { isOnHold, isOpenHold, readHolds } from '#server/services/ledger/holds.ts';
import { balancesOf } from '#server/services/ledger/ledger.ts';
import { isUnsettledRow } from '#server/services/moves/state/campaign-state.ts';
import type { BrandSubject, CreatorSubject, Subject } from './fates.ts';

/** Maximum number of ids that are named; the rest are counted. */
const named = 5;

/** SQL condition: the offer hasn't ended, so something may still be owed. */
const isOpenOffer = () =>
  and(isNull(offers.invalidationType), notInArray(offers.stageType, ['CLEARED', 'REJECTED', 'INVALIDATED']));

/**
 * Ensures that nothing is in progress with a creator or a brand, which can't be asked, notified or paid after an
 * erasure.
 * @throws {CommandError} that lists all open work
 */
export async function requireNoOpenWork(db: Database, subject: Subject): Promise<void> {
  const isTheirs = subject.kind === 'creator' ? inArray(offers.id, subject.offerIds) : eq(offers.brandId, subject.id);
  const open = await db
    .select({ id: offers.id, stage: offers.stageType })
    .from(offers)
    .where(and(isTheirs, isOpenOffer()))
    .orderBy(offers.id);
  const problems = [
    ...listed(
      'Offers are open',
      open.map(({ id, stage }) => `${id} (${stage})`),
      'Clear their earnings, or invalidate them.',
    ),
    ...(subject.kind === 'brand' ? await openOfBrand(db, subject) : await owedTo(db, subject)),
  ];
  if (problems.length > 0) throw new CommandError([`${subject.email} can’t be erased yet.`, ...problems].join('\n'));
}

const listed = (what: string, found: readonly string[], advice: string): string[] =>
  found.length === 0
    ? []
    : [
        `${what}: ${found.slice(0, named).join(', ')}${found.length > named ? ` and ${found.length - named} more` : ''}. ${advice}`,
      ];

async function owedTo(db: Database, { offerIds }: CreatorSubject): Promise<string[]> {
  const due = await db
    .select({ id: earnings.offerId, cents: earnings.amountCents })
    .from(earnings)
    .where(and(inArray(earnings.offerId, offerIds), isNull(earnings.payoutId), not(isOnHold(earnings))))
    .orderBy(earnings.offerId);
  const dueTexts = due.map(({ id, cents }) => `${id} (${formatUsd(cents)})`);
  // The creator can still reply to a hold on an offer that isn't settled or earned nothing.
  const holds = await readHolds(db, and(inArray(earningHolds.offerId, offerIds), isOpenHold()));
  return [
    ...listed('Earnings are unpaid', dueTexts, 'Pay them, and record the payment with mark-paid.'),
    ...listed(
      'Earnings are on hold',
      holds.map(({ offerId }) => offerId),
      'Release them with release-earning.',
    ),
  ];
}

async function openOfBrand(db: Database, { id: brandId }: BrandSubject): Promise<string[]> {
  const scope = brandScope(db, brandId);
  const isWaiting = or(eq(campaigns.approvalStatus, 'PENDING'), eq(campaigns.approvalStatus, 'APPROVED'));
  const isOver = sql`coalesce(${campaigns.workerStatus}, '') like 'ENDED%'`;
  const running = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(scope.own(campaigns, eq(campaigns.status, 'ACTIVE'), isWaiting, sql`not ${isOver}`))
    .orderBy(campaigns.id);
  const unsettled = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(scope.own(campaigns, isUnsettledRow()))
    .orderBy(campaigns.id);
  const asked = await db
    .select({ id: charges.paymentId })
    .from(charges)
    .where(scope.own(charges, inArray(charges.state, ['STARTED', 'PENDING'])));
  const disputed = await db
    .select({ id: chargeReversals.paymentId })
    .from(chargeReversals)
    .where(scope.own(chargeReversals, eq(chargeReversals.kind, 'DISPUTE'), eq(chargeReversals.isFinal, false)));
  const { available, pending, held } = await balancesOf(scope);
  const balances = Object.entries({ available, pending, held }).flatMap(([account, cents]) =>
    cents === 0 ? [] : [`${account} ${formatUsd(cents)}`],
  );
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return [
    ...listed(
      'Campaigns are open',
      ids(running),
      'Reject the pending ones. The brand can archive the others, or you can wait until they end.',
    ),
    ...listed('Campaigns aren’t settled', ids(unsettled), 'Settle them with settle-campaign.'),
    ...listed('Payments are pending', ids(asked), 'Wait until they succeed or fail.'),
    ...listed('Payments are disputed', ids(disputed), 'Wait until the disputes are decided.'),
    ...listed('Money is left in the account', balances, 'Pay it out, and record the payment with adjust.'),
  ];
}
