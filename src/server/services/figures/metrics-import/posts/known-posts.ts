import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { postLink } from '#domain/posts/post-link.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { someBrand } from '#server/database/growing.ts';
import { creators, offers, posts } from '#server/database/tables/tables.ts';
import { offerHasEnded } from '#server/services/posts/registry/claim.ts';
import { inBatches } from '../rows/batches.ts';
import { postKeyOf } from '../rows/read-metrics.ts';
import { postKeys } from './post-keys.ts';

/** A post that is stored or about to be. */
export interface KnownPost {
  id: string;
  offerId: string;
  username: string;
  postedAt: Date;
  /** True if its offer was ended early, for example because the post was removed. */
  hasEnded: boolean;
  /** Effects of this import: the post was created or backdated. */
  isMade: boolean;
  isBackdated: boolean;
}

/** The campaign's posts by key, as known to an import. */
export interface KnownPosts {
  /** Returns the known posts among these keys. */
  find(keys: readonly string[]): Promise<Map<string, KnownPost>>;
  /** Adds new and changed posts. */
  put(some: ReadonlyMap<string, KnownPost>): Promise<void>;
}

const table = sql`pg_temp.known_posts`;
const columns = sql`key text, id text, "offerId" text, username text, "postedAt" timestamptz, "hasEnded" boolean,
  "isMade" boolean, "isBackdated" boolean`;

/**
 * Loads the campaign's posts by key; posts with an unreadable URL are left out. A campaign can have more posts than
 * fit into memory, and only application code can derive keys from URLs. The posts are therefore kept in a temporary
 * table, in which each part of a file looks up its own.
 * @param only keys that will be looked up, or null if unknown; leaving other posts out is faster
 */
export async function loadKnownPosts(
  scope: BrandScope,
  campaignId: string,
  { rowsAtOnce, only }: { rowsAtOnce: number; only: ReadonlySet<string> | null },
): Promise<KnownPosts> {
  const { db } = scope;
  await db.execute(sql`
    create temp table known_posts (key text collate "C" primary key, id text collate "C", offer_id text,
      username text, posted_at timestamptz, has_ended boolean, is_made boolean, is_backdated boolean) on commit drop`);
  const put = async (some: ReadonlyMap<string, KnownPost>) => {
    const rows = [...some].map(([key, post]) => ({ key, ...post }));
    await inBatches(rows, rowsAtOnce, (batch) =>
      db.execute(sql`
        insert into ${table} as known
        select * from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given(${columns})
        on conflict (key) do update set id = excluded.id, offer_id = excluded.offer_id, username = excluded.username,
          posted_at = excluded.posted_at, has_ended = excluded.has_ended, is_made = excluded.is_made,
          is_backdated = excluded.is_backdated
        where known.id <= excluded.id`),
    );
  };
  const isWanted = (key: string) => only?.has(key) ?? true;
  for await (const page of pagesOfPosts(scope, campaignId, { pageRows: rowsAtOnce, isWanted })) await put(page);
  return {
    put,
    async find(keys) {
      const found = new Map<string, KnownPost>();
      await inBatches(keys, rowsAtOnce, async (batch) => {
        const rows = await rowsOf<Omit<KnownPost, 'postedAt'> & { key: string; postedAtMs: number }>(
          db,
          // The planner has no statistics for this table; the limit keeps it from scanning the whole table.
          sql`select known.key, known.id, known.offer_id as "offerId", known.username, known.has_ended as "hasEnded",
              known.is_made as "isMade", known.is_backdated as "isBackdated",
              (extract(epoch from known.posted_at) * 1000)::float8 as "postedAtMs"
            from jsonb_array_elements_text(${JSON.stringify(batch)}::jsonb) as given(key)
            cross join lateral (select * from ${table} k where k.key = given.key limit 1) known`,
        );
        for (const { key, postedAtMs, ...post } of rows) found.set(key, { ...post, postedAt: new Date(postedAtMs) });
      });
      return found;
    },
  };
}

interface Listed {
  url: string;
  postedAtMs: number;
}

/** Yields the campaign's posts by key, in pages. If two posts share a key, the later id counts. */
async function* pagesOfPosts(
  { db, brandId }: BrandScope,
  campaignId: string,
  { pageRows, isWanted }: { pageRows: number; isWanted: (key: string) => boolean },
): AsyncGenerator<Map<string, KnownPost>> {
  const brand = someBrand(brandId);
  let after = sql`true`;
  for (;;) {
    const rows = await rowsOf<Pick<KnownPost, 'id' | 'offerId' | 'username' | 'hasEnded'> & Listed>(
      db,
      sql`select p.id, p.offer_id as "offerId", p.final_post_url as url,
          (extract(epoch from p.posted_at) * 1000)::float8 as "postedAtMs", c.username, ${offerHasEnded} as "hasEnded"
        from ${posts} p join ${creators} c on c.brand_id = p.brand_id and c.id = p.creator_id
        join ${offers} o on o.brand_id = p.brand_id and o.id = p.offer_id
        where p.brand_id = ${brand} and p.campaign_id = ${campaignId} and ${after}
        order by p.posted_at, p.id limit ${pageRows}::int`,
    );
    const page = new Map<string, KnownPost>();
    const keyOf = (url: string) => {
      const link = postLink(url);
      return link === null ? null : postKeyOf(link);
    };
    const registered = await postKeys(
      db,
      rows.flatMap(({ url }) => keyOf(url) ?? []),
      pageRows,
    );
    for (const { url, postedAtMs, ...post } of rows) {
      const own = keyOf(url);
      const key = own === null ? null : registered(own);
      if (key === null || !isWanted(key) || (page.get(key)?.id ?? '') > post.id) continue;
      page.set(key, { ...post, postedAt: new Date(postedAtMs), isMade: false, isBackdated: false });
    }
    if (page.size > 0) yield page;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = sql`(p.posted_at, p.id) > (${new Date(last.postedAtMs).toISOString()}::timestamptz, ${last.id})`;
    await yieldToEventLoop();
  }
}
