import { eq } from 'drizzle-orm';
import type { Brand, BrandUpdate } from '#contract/brand/brand.ts';
import { offeredPlatforms, toStoredHandle } from '#domain/posts/handles.ts';
import { type BrandScope, type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import { brands } from '#server/database/tables/tables.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { touchFiles } from '../files/kept-files.ts';
import type { Uploads } from '../files/uploads/uploads.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { readableEmail } from '../shared/email-key.ts';

/** Returns the brand in its API form. */
export async function readBrand(scope: BrandScope): Promise<Brand> {
  const [row] = await scope.db.select().from(brands).where(eq(brands.id, scope.brandId));
  if (row === undefined) throw notFound('Brand not found.');
  const balances = await balancesOf(scope);
  return {
    id: row.id,
    name: row.name,
    email: readableEmail(row.email),
    emailVerified: row.emailVerified,
    approvalStatus: row.approvalStatus,
    ...(row.suspendedAt === null
      ? {}
      : { suspension: { reason: row.suspensionReason, since: row.suspendedAt.toISOString() } }),
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
    billingDetails: { companyName: row.companyName, address: row.companyAddress, taxNumber: row.taxNumber },
  };
}

/**
 * Ensures that a new icon is the brand's own upload or its current icon, since other users' devices load it.
 * @throws {ApiError} 400 for any other URL; 503 if the file store can't be reached
 */
export async function requireOwnIcon(
  scope: BrandScope,
  { names, store }: Uploads,
  { update: { iconUrl }, now }: { update: BrandUpdate; now: Date },
): Promise<void> {
  const { brandId, db } = scope;
  if (iconUrl === undefined || iconUrl === null) return;
  const name = names.ownNameOf(brandId, iconUrl);
  if (name !== null) {
    await touchFiles(scope, [name], now);
    if ((await store.find(name)) !== null) return;
  }
  const [row] = await db.select({ iconUrl: brands.iconUrl }).from(brands).where(eq(brands.id, brandId));
  if (row?.iconUrl === iconUrl) return;
  const message = 'Expected the address of an uploaded picture.';
  throw new ApiError('invalid_request', message, { issues: [{ path: 'body.iconUrl', message }] });
}

/** Updates only the given fields; onboarding steps are merged with the stored ones. */
export function updateBrand(scope: BrandScope, { onboarding, billingDetails, ...fields }: BrandUpdate): Promise<Brand> {
  return writeBrand(scope, async (writer) => {
    const merged = onboarding === undefined ? {} : { onboarding: await mergedOnboarding(writer, onboarding) };
    // Drizzle skips fields that are undefined, but its types require them to be absent.
    const given = Object.fromEntries(
      Object.entries({ ...fields, ...givenHandles(fields), ...givenDetails(billingDetails) }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    await writer.db
      .update(brands)
      .set({ ...given, ...merged, shownRevision: writer.revision })
      .where(eq(brands.id, writer.brandId));
    return readBrand(writer);
  });
}

/** Normalizes handles, since clients may send raw input such as a profile's URL. */
const givenHandles = (fields: BrandUpdate): BrandUpdate =>
  Object.fromEntries(
    offeredPlatforms.flatMap(({ platform, field }) => {
      const typed = fields[field];
      return typeof typed === 'string' ? [[field, toStoredHandle(platform, typed)]] : [];
    }),
  );

const givenDetails = (details: BrandUpdate['billingDetails']) =>
  details === undefined
    ? {}
    : {
        companyName: details.companyName || null,
        companyAddress: details.address || null,
        taxNumber: details.taxNumber || null,
      };

/** Two devices may complete steps concurrently; the writer's lock keeps one from overwriting the other's. */
async function mergedOnboarding(writer: BrandWriter, steps: NonNullable<BrandUpdate['onboarding']>) {
  const [row] = await writer.db
    .select({ onboarding: brands.onboarding })
    .from(brands)
    .where(eq(brands.id, writer.brandId));
  return { ...row?.onboarding, ...steps };
}
