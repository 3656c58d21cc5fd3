import { eq } from 'drizzle-orm';
import type { Brand, BrandUpdate } from '../../contract/brand.ts';
import { notFound } from '../api-error.ts';
import { type BrandScope, type BrandWriter, writeBrand } from '../database/brand-scope.ts';
import { brands } from '../database/tables.ts';
import { balancesOf } from './ledger.ts';

/** The brand as it goes over the wire. */
export async function readBrand(scope: BrandScope): Promise<Brand> {
  const [row] = await scope.db.select().from(brands).where(eq(brands.id, scope.brandId));
  if (row === undefined) throw notFound('Brand not found.');
  const balances = await balancesOf(scope);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.emailVerified,
    approvalStatus: row.approvalStatus,
    iconUrl: row.iconUrl,
    description: row.description,
    brandUrl: row.brandUrl,
    storeLocatorUrl: row.storeLocatorUrl,
    tikTokHandle: row.tikTokHandle,
    youtubeHandle: row.youtubeHandle,
    instagramHandle: row.instagramHandle,
    facebookHandle: row.facebookHandle,
    requiredHashtag: row.requiredHashtag,
    cpmCents: row.cpmCents,
    availableBalanceCents: balances.available,
    pendingBalanceCents: balances.pending,
    onboarding: row.onboarding,
    postNotificationsEnabled: row.postNotificationsEnabled,
    loginNotificationsEnabled: row.loginNotificationsEnabled,
  };
}

/** Changes what is given and leaves the rest; onboarding steps are merged into those already known. */
export function updateBrand(scope: BrandScope, { onboarding, ...fields }: BrandUpdate): Promise<Brand> {
  return writeBrand(scope, async (writer) => {
    const merged = onboarding === undefined ? {} : { onboarding: await mergedOnboarding(writer, onboarding) };
    // What was left out is undefined, which a Drizzle update skips; its types want it absent.
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    await writer.db
      .update(brands)
      .set({ ...given, ...merged, shownRevision: writer.revision })
      .where(eq(brands.id, writer.brandId));
    return readBrand(writer);
  });
}

/** Steps of two devices meet here: the writer's lock keeps one from undoing the other's. */
async function mergedOnboarding(writer: BrandWriter, steps: NonNullable<BrandUpdate['onboarding']>) {
  const [row] = await writer.db
    .select({ onboarding: brands.onboarding })
    .from(brands)
    .where(eq(brands.id, writer.brandId));
  return { ...row?.onboarding, ...steps };
}
