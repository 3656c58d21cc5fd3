import { count, eq, sql } from 'drizzle-orm';
import type { Brand } from '#contract/brand/brand.ts';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { handlesOf } from '#server/services/creators/brief.ts';
import { balancesOf } from '#server/services/ledger/ledger.ts';
import { readRefusedAddresses } from '#server/services/mail/refused-addresses.ts';
import { brandNotFound, isBrandNamed, type ListedBrand, toListedBrand } from '../shared/brands.ts';
import { seenOfBrand } from '../shared/seen.ts';

/** A brand with the data needed to decide on it. */
export interface ShownBrand extends ListedBrand {
  /** Tag of the profile and its state. */
  seen: string;
  description: string | null;
  websiteUrl: string | null;
  storeLocatorUrl: string | null;
  iconUrl: string | null;
  handles: CreatorOffer['brand']['handles'];
  terms: { cpmCents: number; requiredHashtag: string | null; silentDays: number | null };
  onboarding: Brand['onboarding'];
  money: { availableCents: number; pendingCents: number; heldCents: number };
  campaigns: { inReview: number; approved: number; rejected: number; archived: number };
  /** The mail server's message if it refuses emails to the brand; otherwise null. */
  mailRefusal: string | null;
}

/** Returns a brand. @throws {CommandError} if there is no such brand */
export async function showBrand(db: Database, named: string): Promise<ShownBrand> {
  const [row] = await db.select().from(brands).where(isBrandNamed(named));
  if (row === undefined) throw brandNotFound(named);
  const { available, pending, held } = await balancesOf(brandScope(db, row.id));
  const refusals = await readRefusedAddresses(db);
  return {
    ...toListedBrand(row),
    ...profileOf(row),
    seen: seenOfBrand(row),
    money: { availableCents: available, pendingCents: pending, heldCents: held },
    campaigns: await countCampaigns(db, row.id),
    mailRefusal: refusals.find(({ email }) => email === row.email)?.reason ?? null,
  };
}

type BrandRow = typeof brands.$inferSelect;

const profileOf = (row: BrandRow) => ({
  description: row.description,
  websiteUrl: row.brandUrl,
  storeLocatorUrl: row.storeLocatorUrl,
  iconUrl: row.iconUrl,
  handles: handlesOf(row),
  terms: { cpmCents: row.cpmCents, requiredHashtag: row.requiredHashtag, silentDays: row.silentDays },
  onboarding: row.onboarding,
});

async function countCampaigns(db: Database, brandId: string): Promise<ShownBrand['campaigns']> {
  const isArchived = sql<boolean>`${campaigns.status} = 'ARCHIVED'`;
  const rows = await db
    .select({ approvalStatus: campaigns.approvalStatus, isArchived, count: count() })
    .from(campaigns)
    .where(eq(campaigns.brandId, brandId))
    .groupBy(campaigns.approvalStatus, isArchived);
  const active = (status: string) => rows.find((row) => !row.isArchived && row.approvalStatus === status)?.count ?? 0;
  const archived = rows.reduce((sum, row) => sum + (row.isArchived ? row.count : 0), 0);
  return { inReview: active('PENDING'), approved: active('APPROVED'), rejected: active('REJECTED'), archived };
}
