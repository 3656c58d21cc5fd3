import { and, eq, exists, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';

interface WaitingFilter {
  /** Lists only items that have been waiting since this time or longer. */
  since: Date;
  /** Emails of brands to leave out. */
  but: readonly string[];
}

/** Returns ids of brands with a verified email that wait for approval. */
export async function listBrandsAwaitingApproval(db: Database, { since, but }: WaitingFilter): Promise<string[]> {
  const waitsSince = sql`coalesce(${brands.emailVerifiedAt}, ${brands.createdAt})`;
  const rows = await db
    .select({ id: brands.id })
    .from(brands)
    .where(
      and(
        eq(brands.approvalStatus, 'PENDING'),
        eq(brands.emailVerified, true),
        lte(waitsSince, since.toISOString()),
        but.length > 0 ? notInArray(brands.email, [...but]) : undefined,
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * Returns campaigns waiting for review that were created through the API, which are recognized by their idempotency
 * records. A demo's seeded campaigns are left out because they demonstrate the review. Campaigns with a proposal are
 * left out because they wait for the brand.
 */
export async function listCampaignsAwaitingReview(
  db: Database,
  since: Date,
): Promise<Pick<typeof campaigns.$inferSelect, 'id' | 'campaignType'>[]> {
  const cameByApi = exists(
    db
      .select({ one: sql`1` })
      .from(idempotencyKeys)
      .where(
        and(eq(idempotencyKeys.brandId, campaigns.brandId), sql`${idempotencyKeys.body} ->> 'id' = ${campaigns.id}`),
      ),
  );
  const rows = await db
    .select({ id: campaigns.id, campaignType: campaigns.campaignType })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.approvalStatus, 'PENDING'),
        eq(campaigns.status, 'ACTIVE'),
        isNull(campaigns.proposedAt),
        lte(campaigns.createdAt, since),
        cameByApi,
      ),
    );
  return rows;
}
