import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { brands, campaigns, offers, payments, posts, removals } from '#server/database/tables/tables.ts';
import { type FeedKind, type FeedPosition, feedKinds, splitFigureId } from './feed-cursor.ts';

export interface FeedKey {
  revision: number;
  kind: FeedKind;
  id: string;
}

/** Returns the next keys after a position in feed order, at most `limit`. Each kind is read from its own index. */
export async function readFeedKeys(scope: BrandScope, after: FeedPosition, limit: number): Promise<FeedKey[]> {
  const parts = feedKinds.map((kind, index) => sql`(${selectKeys(scope, kind, index, after, limit)})`);
  const rows = await rowsOf<{ revision: number; kind: number; id: string }>(
    scope.db,
    sql`select revision::float8 as revision, kind, id from (${sql.join(parts, sql` union all `)}) keys
        order by revision, kind, id collate "C" limit ${limit}`,
  );
  return rows.flatMap(({ revision, kind, id }) => {
    const name = feedKinds[kind];
    return name === undefined ? [] : [{ revision, kind: name, id }];
  });
}

interface KeySource {
  table: PgTable & { brandId: PgColumn };
  revision: PgColumn;
  /** The key within a revision, by column and as one text. */
  key: PgColumn[];
  text: SQL;
  /** Splits the text into values for `key`. */
  split(id: string): unknown[];
}

const whole = (id: string) => [id];
const simple = (table: typeof campaigns | typeof offers | typeof payments | typeof posts): KeySource => ({
  table,
  revision: table.revision,
  key: [table.id],
  text: sql`${table.id}`,
  split: whole,
});

const sources: Record<Exclude<FeedKind, 'brand'>, KeySource> = {
  campaign: simple(campaigns),
  offer: simple(offers),
  payment: simple(payments),
  post: simple(posts),
  figure: {
    table: dailyFigures,
    revision: dailyFigures.revision,
    key: [dailyFigures.postId, dailyFigures.day],
    text: sql`${dailyFigures.postId} || ' ' || ${dailyFigures.day}::text`,
    split: (id) => Object.values(splitFigureId(id)),
  },
  removed: {
    table: removals,
    revision: removals.revision,
    key: [removals.id],
    text: sql`${removals.id} || ' ' || ${removals.kind}`,
    split: (id) => [id.split(' ')[0] ?? ''],
  },
};

function selectKeys(scope: BrandScope, kind: FeedKind, index: number, after: FeedPosition, limit: number): SQL {
  if (kind === 'brand') {
    const isNext = index > after.kind ? sql`>=` : sql`>`;
    return sql`select ${brands.shownRevision} as revision, ${index}::int as kind, ${brands.id} as id from ${brands}
      where ${brands.id} = ${scope.brandId} and ${brands.shownRevision} ${isNext} ${after.revision}`;
  }
  const { table, revision, key, text, split } = sources[kind];
  const isNext =
    index === after.kind
      ? sql`(${list([revision, ...key])}) > (${list([after.revision, ...split(after.id)].map((value) => sql`${value}`))})`
      : sql`${revision} ${index > after.kind ? sql`>=` : sql`>`} ${after.revision}`;
  return sql`select ${revision} as revision, ${index}::int as kind, ${text} as id from ${table}
    where ${scope.own(table)} and ${isNext} order by ${list([revision, ...key])} limit ${limit}`;
}

const list = (parts: (PgColumn | SQL)[]) => sql.join(parts, sql`, `);
