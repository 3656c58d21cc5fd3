import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { id, instant } from './columns.ts';
import { offers } from './tables.ts';

/**
 * Registry of all brands' posts, by every name of a post (`postName` in the domain). The key ensures that a post counts
 * for only one offer, across brands.
 */
export const postNames = pgTable(
  'post_names',
  {
    platform: text({ enum: socialPlatforms }).notNull(),
    name: text().notNull(),
    /** The post's first name, which is the same in all of its rows. */
    post: text().notNull(),
    /** The link from which the name was parsed. */
    url: text().notNull(),
    brandId: id().notNull(),
    offerId: id().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.platform, table.name] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
    index('post_names_offer').on(table.brandId, table.offerId),
  ],
);

/** Offers that shared a post with a registered offer when the registry was introduced. They keep their figures. */
export const sharedPosts = pgTable(
  'shared_posts',
  {
    platform: text({ enum: socialPlatforms }).notNull(),
    name: text().notNull(),
    url: text().notNull(),
    brandId: id().notNull(),
    offerId: id().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.platform, table.name, table.brandId, table.offerId] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
  ],
);
