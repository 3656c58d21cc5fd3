import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { databaseOrigin } from '#server/database/origin-tables.ts';
import { adminSessions, adminUsers, emailCodes, mails } from '#server/database/tables/account-tables.ts';
import {
  chargeReversals,
  charges,
  paymentCustomers,
  paymentMethods,
  paymentOrders,
  providerEvents,
  sandboxCharges,
} from '#server/database/tables/billing-tables.ts';
import { commandKeys, idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { accountNames, creatorAccounts, creatorProfiles, creatorTags } from '#server/database/tables/creator-tables.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { dailyFigures, dailyGains, offerSpans, postSpans } from '#server/database/tables/figure-tables.ts';
import { mediaUploads, storedFiles } from '#server/database/tables/file-tables.ts';
import { earningHolds, holdAnswers } from '#server/database/tables/hold-tables.ts';
import { earnings, ledgerEntries, ledgerLines, payouts } from '#server/database/tables/ledger-tables.ts';
import {
  changeTemplates,
  offerDeliveries,
  offerMoves,
  offerReminders,
  waitingTimes,
} from '#server/database/tables/offer-tables.ts';
import { postNames, sharedPosts } from '#server/database/tables/post-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import {
  attempts,
  brands,
  campaigns,
  creators,
  fulfillments,
  offers,
  payments,
  posts,
  removals,
  sessions,
  tags,
} from '#server/database/tables/tables.ts';

/** A table whose rows are moved with a brand to another installation. */
export interface MovedTable {
  table: PgTable;
  /**
   * True if the target may already have some of the rows, from a shared creator or tag or an interrupted import. The
   * import matches them.
   */
  isShared: boolean;
  condition(brandId: string): SQL | undefined;
  /** Columns whose value in the export differs from the row's. */
  texts?: (brandId: string) => Readonly<Record<string, SQL>>;
}

const own = <T extends PgTable & { brandId: PgColumn }>(table: T, ...more: (SQL | undefined)[]): MovedTable => ({
  table,
  isShared: false,
  condition: (brandId) => and(eq(table.brandId, brandId), ...more),
});
const shared = (table: PgTable, condition: MovedTable['condition'], texts?: MovedTable['texts']): MovedTable => ({
  table,
  isShared: true,
  condition,
  ...(texts === undefined ? {} : { texts }),
});

/** Accounts that the brand knows. A creator's other accounts aren't moved, since only other brands may know those. */
const knownAccounts = (brandId: string) => sql`select a.id from ${creatorAccounts} a join ${creators} c
  on c.platform = a.platform and lower(c.username) = lower(a.username) where c.brand_id = ${brandId}`;
const paidPayouts = (brandId: string) => sql`select payout_id from ${earnings} where brand_id = ${brandId}
  union select payout_id from ${ledgerEntries} where brand_id = ${brandId}`;
const knownCreators = (
  brandId: string,
) => sql`select creator_id from ${creatorAccounts} where id in (${knownAccounts(brandId)})
  union select creator_id from ${payouts} where id in (${paidPayouts(brandId)})`;

/**
 * A payout may cover earnings of several brands. The ledger has this brand's share, even after the payout was undone.
 */
const amountOfBrand = (brandId: string) => sql`(case when ${payouts.undoneAt} is null
  then (select coalesce(sum(e.amount_cents), 0) from ${earnings} e
    where e.brand_id = ${brandId} and e.payout_id = ${payouts.id})
  else (select coalesce(-sum(l.amount_cents), 0) from ${ledgerEntries} e join ${ledgerLines} l
    on l.brand_id = e.brand_id and l.entry_id = e.id where e.brand_id = ${brandId} and e.payout_id = ${payouts.id}
    and e.kind = 'creator_paid' and l.account = 'creators') end)`;

/** Tables of an export, ordered so that referenced tables come first. */
export const movedTables: readonly MovedTable[] = [
  shared(
    tags,
    (brandId) => sql`${tags.id} in (select unnest(tag_ids) from ${campaigns} where brand_id = ${brandId}
      union select tag_id from ${creatorTags} where creator_id in (${knownCreators(brandId)}))`,
  ),
  shared(creatorProfiles, (brandId) => sql`${creatorProfiles.id} in (${knownCreators(brandId)})`),
  shared(creatorAccounts, (brandId) => sql`${creatorAccounts.id} in (${knownAccounts(brandId)})`),
  shared(accountNames, (brandId) => sql`${accountNames.accountId} in (${knownAccounts(brandId)})`),
  shared(creatorTags, (brandId) => sql`${creatorTags.creatorId} in (${knownCreators(brandId)})`),
  { table: brands, isShared: false, condition: (brandId) => eq(brands.id, brandId) },
  own(campaigns),
  own(creators),
  own(offers),
  own(fulfillments),
  own(posts),
  own(payments),
  own(ledgerEntries),
  own(ledgerLines),
  shared(
    payouts,
    (brandId) => sql`${payouts.id} in (${paidPayouts(brandId)})`,
    (brandId) => ({ amount_cents: amountOfBrand(brandId) }),
  ),
  own(earnings),
  own(earningHolds),
  {
    table: holdAnswers,
    isShared: false,
    condition: (brandId) => sql`${holdAnswers.holdId} in (select id from ${earningHolds} where brand_id = ${brandId})`,
  },
  own(postNames),
  own(sharedPosts),
  own(offerMoves),
  own(offerDeliveries),
  own(offerReminders),
  // Leave out incomplete uploads and those that are about to be deleted.
  own(draftUploads, eq(draftUploads.receivedBytes, draftUploads.sizeBytes), isNull(draftUploads.goneAt)),
  shared(storedFiles, (brandId) => eq(storedFiles.brandId, brandId)),
  own(dailyFigures),
  own(dailyGains),
  own(postSpans),
  own(offerSpans),
  own(charges),
  own(chargeReversals),
  own(sandboxCharges),
];

/** Tables that aren't moved, each with the reason. */
export const stayingTables: readonly { table: PgTable; reason: string }[] = [
  { table: sessions, reason: 'Tokens are signed by the secret of their installation.' },
  { table: pushDevices, reason: 'A push subscription is bound to the key of its installation.' },
  { table: emailCodes, reason: 'Email codes are in links to the old address.' },
  { table: mails, reason: 'The old installation sends its unsent emails, which must not be sent twice.' },
  { table: idempotencyKeys, reason: 'Devices retry calls at the address to which they first sent them.' },
  { table: commandKeys, reason: 'Keys of commands belong to the team of an installation.' },
  { table: removals, reason: 'Devices that have removed records download everything again.' },
  { table: mediaUploads, reason: 'Uploads in progress end with the old address.' },
  { table: paymentCustomers, reason: 'Customers belong to an account at the payment provider.' },
  { table: paymentMethods, reason: 'Saved cards belong to an account at the payment provider.' },
  { table: paymentOrders, reason: 'Orders belong to an account at the payment provider.' },
  { table: providerEvents, reason: 'Events belong to an account at the payment provider.' },
  { table: adminUsers, reason: 'The team belongs to an installation.' },
  { table: adminSessions, reason: 'The team belongs to an installation.' },
  { table: attempts, reason: 'Attempts limit logins at one address.' },
  { table: waitingTimes, reason: 'Waiting times are a setting of an installation.' },
  { table: changeTemplates, reason: 'Templates are settings of an installation, and requests keep their text.' },
  { table: databaseOrigin, reason: 'The origin identifies the database.' },
];
