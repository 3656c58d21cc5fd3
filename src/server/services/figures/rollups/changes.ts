import { type SQL, sql } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { addGains } from './gains.ts';
import { addSpans, type SpanKind, spanKeys } from './spans.ts';

/** Receives the changes to rollups that a statement computes. */
export interface RollupChanges {
  /**
   * Builds the CTE that receives changes to gains.
   * @param changes rows of `campaign_id`, `day`, the four counts and `updated_at`, which can be null
   */
  gains(changes: SQL): SQL;
  /** Builds the CTEs that receive changes to spans, from a CTE named `post_span_changes` or `offer_span_changes`. */
  spans(kind: SpanKind): SQL;
}

/** Applies changes to the rollups within the same statement. */
export const applyImmediately = (scope: BrandScope): RollupChanges => ({
  gains: (changes) => addGains(scope, changes),
  spans: (kind) => addSpans(scope, kind),
});

const collected = {
  gains: sql`pg_temp.collected_gains`,
  post: sql`pg_temp.collected_post_spans`,
  offer: sql`pg_temp.collected_offer_spans`,
};

/**
 * Collects the changes of many statements in a transaction and applies them to the rollups at its end. Otherwise each
 * statement would update the same few rows again. That leaves dead row versions, which can't be vacuumed before the
 * transaction ends and slow down every later statement.
 */
export async function collectChanges(scope: BrandScope): Promise<RollupChanges & { addAll(): Promise<void> }> {
  const { db } = scope;
  await db.execute(sql`
    create temp table collected_gains (campaign_id text collate "C", day date, view_count bigint, like_count bigint,
      comment_count bigint, share_count bigint, updated_at timestamptz) on commit drop`);
  await db.execute(sql`
    create temp table collected_post_spans (campaign_id text collate "C", posted_day date, first_day date, last_day date,
      n bigint) on commit drop`);
  await db.execute(sql`
    create temp table collected_offer_spans (campaign_id text collate "C", first_day date, last_day date, n bigint)
      on commit drop`);
  return {
    gains: (changes) => sql`
      collected_gains as (
        insert into ${collected.gains}
        select campaign_id, day, sum(view_count), sum(like_count), sum(comment_count), sum(share_count), max(updated_at)
        from ${changes} change group by campaign_id, day)`,
    spans: (kind) => sql`
      ${sql.identifier(`${kind}_spans_collected`)} as (
        insert into ${collected[kind]}
        select campaign_id, ${spanKeys(kind)}, sum(n) from ${sql.identifier(`${kind}_span_changes`)}
        group by campaign_id, ${spanKeys(kind)} having sum(n) <> 0)`,
    async addAll() {
      await db.execute(sql`
        with ${addGains(scope, collected.gains)},
        post_span_changes as (select * from ${collected.post}),
        ${addSpans(scope, 'post')},
        offer_span_changes as (select * from ${collected.offer}),
        ${addSpans(scope, 'offer')}
        select 1`);
    },
  };
}
