import { type SQL, sql } from 'drizzle-orm';
import { addDays, type Day } from '#domain/time/period.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { createMonthPartitions } from '#server/database/months.ts';
import { hashPassword } from '#server/services/accounts/passwords.ts';
import { recountFigures } from '#server/services/figures/rollups/recount.ts';

export const login = { email: 'bench@afield.test', password: 'Bench-pass1!' } as const;

export interface Filled {
  brandId: string;
  campaigns: number;
  posts: number;
  snapshots: number;
}

/** Days for which a post has figures, duration of a campaign in days, and days since the first one started. */
const watched = 91;
const runs = 30;
const oldest = 420;
const postsOfCampaign = 550;
const rowsAtOnce = 200_000;

export const idOf = (prefix: string, n: number) => `${prefix}_${n.toString(16).toUpperCase().padStart(26, '0')}`;
const id = (prefix: string, n: SQL) => sql`${`${prefix}_`}::text || lpad(upper(to_hex(${n})), 26, '0')`;
export const videoLink = (n: number) => `https://www.youtube.com/watch?v=${n.toString(16).padStart(11, '0')}`;

/**
 * Creates a brand with about this many snapshots: its campaigns started one after another over more than a year, posts
 * went up on each of their days, and each post has figures for its first 91 days so far. Rollups are computed last.
 */
export async function fill(db: Database, snapshots: number, today: Day): Promise<Filled> {
  const { campaigns, posts } = sizeFor(snapshots);
  const brandId = idOf('brd', 1);
  const passwordHash = await hashPassword(login.password);
  await db.execute(sql`
    insert into brands (id, name, email, password_hash, email_verified, approval_status, cpm_cents)
    values (${brandId}, 'Benchmark', ${login.email}, ${passwordHash}, true, 'APPROVED', 500)`);
  await db.execute(sql`
    insert into campaigns (brand_id, id, name, approval_status, start_at, end_at, platforms, cpm_budget_cents, worker_status,
      worker_start_date, worker_end_date, worker_cpm_cents, worker_budget_cents, created_at, revision)
    select ${brandId}, ${id('cmp', sql`k`)}, 'Campaign ' || k, 'APPROVED', begins, begins + interval '29 days', '{YOUTUBE}',
      500000, 'ACTIVE', begins, begins + interval '29 days', 500, 500000, begins, 1
    from generate_series(0, ${campaigns - 1}::int) k
    cross join lateral (select (${beginsOn(today, campaigns)})::timestamp at time zone 'UTC' as begins) b`);
  await db.execute(sql`
    insert into creators (brand_id, id, platform, username, first_name, last_name)
    select ${brandId}, ${id('soc', sql`c`)}, 'YOUTUBE', 'creator' || c, 'Ada', 'Byron'
    from generate_series(0, ${Math.ceil(posts / 10) - 1}::int) c`);
  await createMonthPartitions(
    db,
    Array.from({ length: oldest + 1 }, (_, age) => addDays(today, -age)),
  );
  let stored = 0;
  const postsAtOnce = Math.floor(rowsAtOnce / watched);
  await withoutFeed(db, async () => {
    for (let from = 0; from < posts; from += postsAtOnce) {
      stored += await fillPosts(db, { brandId, campaigns, today, from, to: Math.min(posts, from + postsAtOnce) - 1 });
    }
  });
  await recountFigures(db, brandId);
  return { brandId, campaigns, posts, snapshots: stored };
}

/**
 * Drops the feed's index while snapshots are stored, which don't need it, and recreates it at the end, which is faster.
 */
async function withoutFeed(db: Database, work: () => Promise<void>): Promise<void> {
  const made = await rowsOf<{ drop: string; make: string }>(
    db,
    sql`select 'drop index ' || quote_ident(indexname) as drop, replace(indexdef, ' ON ONLY ', ' ON ') as make
      from pg_indexes where indexname = 'daily_figures_changes'`,
  );
  for (const { drop } of made) await db.execute(sql.raw(drop));
  await work();
  for (const { make } of made) await db.execute(sql.raw(make));
}

const begunDaysAgo = (campaign: number, campaigns: number) =>
  oldest - Math.floor((campaign * (oldest - runs)) / campaigns);
const beginsOn = (today: Day, campaigns: number) =>
  sql`${today}::date - (${oldest}::int - (k * ${oldest - runs}::int) / ${campaigns}::int)`;

function sizeFor(snapshots: number): { campaigns: number; posts: number } {
  const campaigns = Math.max(8, Math.round(snapshots / watched / postsOfCampaign));
  let days = 0;
  for (let k = 0; k < campaigns; k += 1) {
    for (let day = 0; day < runs; day += 1) days += Math.min(watched, begunDaysAgo(k, campaigns) - day + 1);
  }
  return { campaigns, posts: Math.round(snapshots / (days / (campaigns * runs))) };
}

interface Part {
  brandId: string;
  campaigns: number;
  today: Day;
  from: number;
  to: number;
}

/** @returns the number of their snapshots */
async function fillPosts(db: Database, { brandId, campaigns, today, from, to }: Part): Promise<number> {
  const series = sql`(
    select n, n % ${campaigns}::int as k, (n / ${campaigns}::int) % ${runs}::int as day,
      1000 + (n::bigint * 7919) % 50000 as views
    from generate_series(${from}::int, ${to}::int) n) post
    cross join lateral (select ${beginsOn(today, campaigns)} + post.day as posted) d`;
  await db.execute(sql`
    insert into offers (brand_id, id, campaign_id, creator_id, stage_type, stage_entered_at, updated_at, revision)
    select ${brandId}, ${id('off', sql`n`)}, ${id('cmp', sql`k`)}, ${id('soc', sql`n / 10`)}, 'ONGOING', posted, posted, 1
    from ${series}`);
  await db.execute(sql`
    insert into posts (brand_id, id, offer_id, campaign_id, creator_id, posted_at, final_post_url, updated_at, revision,
      view_count)
    select ${brandId}, ${id('pst', sql`n`)}, ${id('off', sql`n`)}, ${id('cmp', sql`k`)}, ${id('soc', sql`n / 10`)},
      posted::timestamp at time zone 'UTC' + (n % 86400) * interval '1 second',
      'https://www.youtube.com/watch?v=' || lpad(to_hex(n), 11, '0'), posted, 1, views
    from ${series}`);
  const [counted] = await rowsOf<{ n: number }>(
    db,
    sql`with made as (
        insert into daily_figures (brand_id, post_id, day, view_count, like_count, comment_count, share_count, revision)
        select ${brandId}, ${id('pst', sql`n`)}, posted + age, seen, seen / 12, seen / 150, seen / 90, 1
        from ${series}
        cross join lateral generate_series(0, least(${watched - 1}::int, ${today}::date - posted)) age
        cross join lateral (select floor(views * (1 - exp(-(age + 1) / 20.0)))::bigint as seen) s
        returning 1)
      select count(*)::float8 as n from made`,
  );
  return counted?.n ?? 0;
}

/** The last 365 days. */
export const yearUntil = (today: Day) => ({ since: addDays(today, -364), until: today });
