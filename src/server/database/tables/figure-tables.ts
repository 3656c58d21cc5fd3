import { sql } from 'drizzle-orm';
import { bigint, date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { id, instant, revision, tally } from './columns.ts';
import { brands } from './tables.ts';

const day = () => date({ mode: 'string' }).notNull();
const ofBrand = () =>
  id()
    .notNull()
    .references(() => brands.id, { onDelete: 'cascade' });

/**
 * Snapshots: cumulative figures of a post at the end of a UTC day. Partitioned by month, see months.ts. There is no
 * foreign key, because creating a partition with one blocks writes to all brands' posts. `storeFigures` checks that the
 * post is the brand's.
 */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    brandId: id().notNull(),
    postId: id().notNull(),
    day: day(),
    viewCount: tally().notNull(),
    likeCount: tally().notNull(),
    commentCount: tally().notNull(),
    shareCount: tally().notNull(),
    revision: revision(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.postId, table.day] }),
    index('daily_figures_changes').on(table.brandId, table.revision, table.postId, table.day),
  ],
);

// The tables below are aggregated from the snapshots, in the transaction that stores them: see
// services/figures/rollups. `subject_id` is a campaign, or the brand itself for all of its posts.

/** Gains of all posts of a subject on a day. A missing row means zero. */
export const dailyGains = pgTable(
  'daily_gains',
  {
    brandId: ofBrand(),
    subjectId: id().notNull(),
    day: day(),
    viewCount: tally().notNull(),
    likeCount: tally().notNull(),
    commentCount: tally().notNull(),
    shareCount: tally().notNull(),
    /** Last update of the posts whose figures begin on this day; null if there are none. */
    postsUpdatedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.subjectId, table.day] })],
);

/**
 * Number of posts of a day that have figures in a period: the sum of `posts` over the rows whose `first_day` is in or
 * before the period and whose `last_day` is in or after it. services/figures/rollups/spans.ts explains why.
 */
export const postSpans = pgTable(
  'post_spans',
  {
    brandId: ofBrand(),
    subjectId: id().notNull(),
    postedDay: day(),
    firstDay: day(),
    lastDay: day(),
    posts: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.subjectId, table.postedDay, table.firstDay, table.lastDay] }),
  ],
);

/** Like `postSpans`, but for offers, which can have several posts. */
export const offerSpans = pgTable(
  'offer_spans',
  {
    brandId: ofBrand(),
    subjectId: id().notNull(),
    firstDay: day(),
    lastDay: day(),
    offers: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.subjectId, table.firstDay, table.lastDay] })],
);

/** Condition for spans of posts or offers that overlap a period. */
export const isSpanOf = ({ since, until }: { since: string; until: string }) =>
  sql`first_day <= ${until}::date and last_day >= ${since}::date`;
