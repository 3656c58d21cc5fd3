import { and, eq, sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { id, instant } from './columns.ts';
import { creators, tags } from './tables.ts';

/** A creator as the provider knows the person, whichever brands made offers. */
export const creatorProfiles = pgTable(
  'creator_profiles',
  {
    id: id().primaryKey(),
    /** Lower case. */
    email: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    createdAt: instant().notNull(),
    /** When the creator turned reminders off; null where they are on. */
    remindersOffAt: instant(),
    /** When the team blocked the creator, and the reason that the creator reads; null unless blocked. */
    blockedAt: instant(),
    blockReason: text(),
    /** The creator's own words for the team about payments, when they were typed last, and how often. */
    paymentReference: text(),
    paymentReferenceAt: instant(),
    paymentReferenceVersion: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('creator_profiles_email').on(table.email)],
);

/** An account of a creator. Brands that offer it a campaign have a row of their own for it in `creators`, by the same name. */
export const creatorAccounts = pgTable(
  'creator_accounts',
  {
    id: id().primaryKey(),
    creatorId: id()
      .notNull()
      .references(() => creatorProfiles.id, { onDelete: 'cascade' }),
    platform: text({ enum: socialPlatforms }).notNull(),
    /** Without an @. */
    username: text().notNull(),
  },
  (table) => [
    uniqueIndex('creator_accounts_username').on(table.platform, sql`lower(${table.username})`),
    index('creator_accounts_creator').on(table.creatorId),
  ],
);

/** Names that accounts had before, with their dates: links of posts go on naming accounts by them. */
export const accountNames = pgTable(
  'account_names',
  {
    accountId: id()
      .notNull()
      .references(() => creatorAccounts.id, { onDelete: 'cascade' }),
    /** Without an @. */
    username: text().notNull(),
    /** When the account got the name; null for its first one. */
    since: instant(),
    /** When the account got another name. */
    until: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.username, table.until] }),
    index('account_names_username').on(sql`lower(${table.username})`),
  ],
);

/** Condition that a provider's account is the one in a brand's row: case doesn't matter in handles. */
export const isSameAccount = () =>
  and(
    eq(creatorAccounts.platform, creators.platform),
    eq(sql`lower(${creatorAccounts.username})`, sql`lower(${creators.username})`),
  );

/** Tags of creators, which brands choose to say who should make a campaign's content. */
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
    // Creators are searched by a tag.
    index('creator_tags_tag').on(table.tagId),
  ],
);
