import { and, eq, inArray, sql } from 'drizzle-orm';
import { brandWriter } from '../database/brand-scope.ts';
import type { Database } from '../database/database.ts';
import { ledgerEntries, ledgerLines } from '../database/tables/ledger-tables.ts';
import { offerMoves } from '../database/tables/offer-tables.ts';
import { brands, campaigns, creators, fulfillments, offers, payments, posts } from '../database/tables/tables.ts';
import { findUnsettledCampaigns, settleCampaign } from '../services/campaigns/settle.ts';
import { recountFigures } from '../services/figures/rollups/recount.ts';
import { registerStoredPosts } from '../services/posts/registry/register-stored-posts.ts';
import { demoBrandName, demoLogin, insertAccounts } from './accounts.ts';
import { type BrandContents, demoPlans, generateBrandContents } from './brand/contents.ts';
import { insertFigures, insertRows } from './insert-rows.ts';
import { readTagIds } from './tags.ts';

/**
 * An arbitrary constant. Servers that start together on one database seed one after the other, so later ones find the
 * demo in place.
 */
const seedLock = 4_171_924;

/**
 * Creates the demo accounts, and the demo brand's campaigns, offers, posts and payments, unless they exist. The same
 * `now` gives the same rows, except for the passwords' salts.
 * @returns true if it created them
 */
export function seedDemo(db: Database, { now }: { now: Date }): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    const found = await tx.select({ id: brands.id }).from(brands).where(eq(brands.email, demoLogin.email));
    if (found.length > 0) return false;
    const tagIds = await readTagIds(tx);
    const brandId = await insertAccounts(tx, now);
    const input = { brandId, brandName: demoBrandName, now, revision: 1, tagIds };
    await insertContents(tx, { brandId, now }, generateBrandContents(input, demoPlans()));
    return true;
  });
}

/** Inserts a brand's rows in the order of their foreign keys. */
export async function insertContents(
  db: Database,
  { brandId, now }: { brandId: string; now: Date },
  contents: BrandContents,
): Promise<void> {
  await insertRows(db, campaigns, contents.campaigns);
  await insertRows(db, creators, contents.creators);
  await insertRows(db, offers, contents.offers);
  await insertRows(db, fulfillments, contents.fulfillments);
  await insertRows(db, offerMoves, contents.moves);
  await insertRows(db, posts, contents.posts);
  const links = contents.fulfillments.filter(
    ({ evidenceType, rejectedAt }) => evidenceType === 'PUBLISHED_VIDEO_URL' && !rejectedAt,
  );
  await registerStoredPosts(db, [
    ...contents.posts.map(({ offerId, finalPostUrl, postedAt }) => ({
      brandId,
      offerId,
      url: finalPostUrl,
      at: postedAt,
    })),
    ...links.flatMap(({ offerId, fulfillment, submittedAt }) =>
      submittedAt ? [{ brandId, offerId, url: fulfillment, at: submittedAt }] : [],
    ),
  ]);
  await insertFigures(db, contents.figures);
  await recountFigures(db, brandId);
  await insertRows(db, payments, contents.payments);
  await insertRows(db, ledgerEntries, contents.entries);
  await insertRows(db, ledgerLines, contents.lines);
  await settlePast(db, brandId, now);
}

/** Settles campaigns that ended long ago, each at its due time, as the clock would have done. */
async function settlePast(db: Database, brandId: string, now: Date): Promise<void> {
  const due = await findUnsettledCampaigns(db, now, brandId);
  const isRead = and(eq(campaigns.brandId, brandId), eq(campaigns.unread, false));
  const read = await db.select({ id: campaigns.id }).from(campaigns).where(isRead);
  const writer = await brandWriter(db, brandId);
  for (const { id, dueAt } of due) await settleCampaign(writer, id, dueAt, { isNews: false });
  // The moves of their offers mustn't mark campaigns as unread, either.
  const ids = read.map(({ id }) => id);
  await db
    .update(campaigns)
    .set({ unread: false })
    .where(writer.own(campaigns, inArray(campaigns.id, ids)));
}
