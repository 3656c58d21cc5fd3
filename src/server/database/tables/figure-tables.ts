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
 * Cumulative figures of a post at the end of a day (UTC): a snapshot. Partitioned by month, see months.ts; without a foreign key,
 * since making a month with one blocks writes to the posts of all brands. `storeFigures` checks that the post is the brand's.
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

// The tables below are counted from the snapshots, in the transaction that stores them: see services/figures/rollups. `subject_id` is a
// campaign, or the brand itself for all of its posts.

/** Gains of all posts of a subject on a day. A day without a row is one of zeros. */
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
    /** When the posts whose figures begin on this day were last updated; null where there are none. */
    postsUpdatedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.subjectId, table.day] })],
);

/**
 * Number of posts of a day with figures in a period: the sum of `posts` over the rows with `first_day` in or before it and
 * `last_day` in or after it. services/figures/rollups/spans.ts says why.
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

/** The same for offers, of which one can have several posts. */
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

/** Condition for spans, of posts or of offers, that have to do with a period. */
export const isSpanOf = ({ since, until }: { since: string; until: string }) =>
  sql`first_day <= ${until}::date and last_day >= ${since}::date`;
