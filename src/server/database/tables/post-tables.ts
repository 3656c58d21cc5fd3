import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { id, instant } from './columns.ts';
import { offers } from './tables.ts';

/**
 * Registry of the posts of all brands, by every name that a post is known by (`postName` of the domain). The key makes a post count
 * for one offer only, whichever brand comes second.
 */
export const postNames = pgTable(
  'post_names',
  {
    platform: text({ enum: socialPlatforms }).notNull(),
    name: text().notNull(),
    /** The first of the post's names: those with the same one are of the same post. */
    post: text().notNull(),
    /** The link that the name was taken from. */
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

/** Offers that already shared a post with the one in the registry when the registry was made. They keep their figures. */
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
