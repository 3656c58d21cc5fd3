import { type SQL, sql } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { someBrand } from '#server/database/growing.ts';
import { offerSpans, postSpans } from '#server/database/tables/figure-tables.ts';

// The days with figures of a post form runs without gaps. A run overlaps a period if it begins in or before the
// period (first_day <= until) and ends in or after it (last_day >= since). If several runs of a post overlap a
// period, it must still be counted once, so the number of gaps between them is subtracted. A gap lies between two
// such runs if the run after it begins in or before the period and the run before it ends in or after it. So every
// run is stored as a span that counts 1, and every gap as a span with those two days that counts -1. Their sum is 1
// for a post with figures in a period and 0 for any other. Posts that are tracked alike have equal spans. Summed up,
// a brand's years take a few rows for each day on which it posted.

/** Query for the spans of a set of days: `first_day`, `last_day` and `n`, which is 1 or -1. */
const spansOf = (days: SQL) => sql`(
  select span.first_day, span.last_day, span.n
  from (select lower(run) as begins, upper(run) - 1 as ends, lag(upper(run)) over (order by run) - 1 as ended
    from unnest(${days}) as run) runs
  cross join lateral (values (begins, ends, 1), (begins, ended, -1)) as span(first_day, last_day, n)
  where span.last_day is not null)`;

/**
 * Changes to posts' spans: `campaign_id`, `posted_day`, `first_day`, `last_day` and `n`.
 * @param versions rows of a post before (sign -1) and after (sign 1): `campaign_id`, `posted_day`, `days`, `sign`
 */
export const postSpanChanges = (versions: SQL) => sql`
  select campaign_id, posted_day, first_day, last_day, sign * n as n
  from ${versions} version cross join lateral ${spansOf(sql`version.days`)} spans`;

/** Changes to offers' spans, which have no `posted_day`. */
export const offerSpanChanges = (versions: SQL) => sql`
  select campaign_id, first_day, last_day, sign * n as n
  from ${versions} version cross join lateral ${spansOf(sql`version.days`)} spans`;

const kinds = {
  post: { table: postSpans, keys: ['posted_day', 'first_day', 'last_day'], count: 'posts' },
  offer: { table: offerSpans, keys: ['first_day', 'last_day'], count: 'offers' },
} as const;
export type SpanKind = keyof typeof kinds;

/** Lists column names, qualified by a table if one is given. */
function columnList(names: readonly string[], of?: string): SQL {
  const each = (name: string) =>
    of === undefined ? sql.identifier(name) : sql`${sql.identifier(of)}.${sql.identifier(name)}`;
  return sql.join(names.map(each), sql`, `);
}

/** Key columns of a span's row. */
export const spanKeys = (kind: SpanKind): SQL => columnList(kinds[kind].keys);

/** Sums changes for each campaign and for the brand, leaving out zeros. */
export function sumSpans({ brandId }: BrandScope, kind: SpanKind, changes: SQL): SQL {
  const keys = columnList(kinds[kind].keys);
  return sql`
    select coalesce(campaign_id, ${brandId}::text) as subject_id, ${keys}, sum(n) as n from ${changes} change
    group by grouping sets ((campaign_id, ${keys}), (${keys})) having sum(n) <> 0`;
}

/**
 * Builds the CTEs that add changes to the stored rows, from a CTE named `post_span_changes` or `offer_span_changes`.
 * Rows whose count becomes zero are deleted.
 */
export function addSpans(scope: BrandScope, kind: SpanKind): SQL {
  const { table, keys, count } = kinds[kind];
  const part = (name: string) => sql.identifier(`${kind}_span_${name}`);
  const key = ['subject_id', ...keys];
  const counted = sql.identifier(count);
  return sql`
    ${part('sums')} as materialized (${sumSpans(scope, kind, sql`${part('changes')}`)}),
    ${part('gone')} as (
      delete from ${table} stored using ${part('sums')} sums
      where stored.brand_id = ${someBrand(scope.brandId)} and (${columnList(key, 'stored')}) = (${columnList(key, 'sums')})
        and stored.${counted} + sums.n = 0
      returning ${columnList(key, 'stored')}),
    ${part('kept')} as (
      insert into ${table} as stored (brand_id, ${columnList(key)}, ${counted})
      select ${scope.brandId}::text, ${columnList(key)}, n from ${part('sums')}
      where (${columnList(key)}) not in (select ${columnList(key)} from ${part('gone')})
      on conflict (brand_id, ${columnList(key)}) do update set ${counted} = stored.${counted} + excluded.${counted})`;
}
