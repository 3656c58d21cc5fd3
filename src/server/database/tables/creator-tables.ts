import { and, eq, sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { id, instant } from './columns.ts';
import { creators, tags } from './tables.ts';

/** A creator as the provider's team knows them, across brands. */
export const creatorProfiles = pgTable(
  'creator_profiles',
  {
    id: id().primaryKey(),
    /** Lowercase. */
    email: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    createdAt: instant().notNull(),
    /** Time at which the creator turned reminders off; null if they are on. */
    remindersOffAt: instant(),
    /** Time of the team's block, and the reason shown to the creator; null unless blocked. */
    blockedAt: instant(),
    blockReason: text(),
    /** The creator's note to the team about payments, the time of its last change, and the number of changes. */
    paymentReference: text(),
    paymentReferenceAt: instant(),
    paymentReferenceVersion: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('creator_profiles_email').on(table.email)],
);

/** A creator's account. Each brand that offers it a campaign has its own row in `creators`, with the same username. */
export const creatorAccounts = pgTable(
  'creator_accounts',
  {
    id: id().primaryKey(),
    creatorId: id()
      .notNull()
      .references(() => creatorProfiles.id, { onDelete: 'cascade' }),
    platform: text({ enum: socialPlatforms }).notNull(),
    /** Without the @. */
    username: text().notNull(),
  },
  (table) => [
    uniqueIndex('creator_accounts_username').on(table.platform, sql`lower(${table.username})`),
    index('creator_accounts_creator').on(table.creatorId),
  ],
);

/** Former usernames of accounts, with their dates: links of posts keep using them. */
export const accountNames = pgTable(
  'account_names',
  {
    accountId: id()
      .notNull()
      .references(() => creatorAccounts.id, { onDelete: 'cascade' }),
    /** Without the @. */
    username: text().notNull(),
    /** Start of the name's use; null for an account's first name. */
    since: instant(),
    /** End of the name's use. */
    until: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.username, table.until] }),
    index('account_names_username').on(sql`lower(${table.username})`),
  ],
);

/** Joins a creator's account with a brand's row for it. Usernames aren't case-sensitive. */
export const isSameAccount = () =>
  and(
    eq(creatorAccounts.platform, creators.platform),
    eq(sql`lower(${creatorAccounts.username})`, sql`lower(${creators.username})`),
  );

/** Creators' tags. Brands select tags to say which creators should make a campaign's content. */
export const creatorTags = pgTable(
  'creator_tags',
  {
    creatorId: id()
      .notNull()
      .references(() => creatorProfiles.id, { onDelete: 'cascade' }),
    tagId: id()
      .notNull()
      .references(() => tags.id),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.tagId] }),
    // Serves searches for creators by tag.
    index('creator_tags_tag').on(table.tagId),
  ],
);
