import { eq } from 'drizzle-orm';
import { type BrandScope, type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import { brands } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { countAttempt } from '../shared/attempts.ts';
import { networkOf } from '../shared/network-of.ts';
import type { AccountDeps } from './deps.ts';
import { findCode, useCode } from './email-codes.ts';
import { queueVerification } from './sign-up.ts';

const invalidCode = () =>
  new ApiError('invalid_code', 'This verification link is no longer valid. Please request a new one.');

/**
 * Verifies the brand's email with a link's code. A used code is accepted again until it expires, because the first
 * response may have been lost; the repeat changes nothing.
 * @throws {ApiError} 400 for a code that isn't this brand's or has expired; 429 after many attempts
 */
export async function verifyEmail(deps: AccountDeps, scope: BrandScope, code: string): Promise<void> {
  const now = deps.now();
  const { brandId } = scope;
  await countAttempt(deps.db, [{ subject: ['verify', brandId], max: 20 }], now);
  await writeBrand(scope, async (writer) => {
    const found = await findCode(writer.db, { brandId, kind: 'verify_email', now }, code);
    if (found === null) throw invalidCode();
    if (await useCode(writer.db, found, now)) await markVerified(writer, now);
  });
}

interface Link {
  brandId: string;
  emailCode: string;
  /** IP address of the caller. */
  address: string;
}

/**
 * Verifies an email without a session, for the brand named by the link. Limits are per network, so one caller can't
 * use up another's. An unknown brand gets the same response as a wrong code.
 * @returns the brand's name, which the email with the code shows, too
 * @throws {ApiError} 400 for a code that isn't this brand's or has expired; 429 after many attempts
 */
export async function verifyEmailByLink(
  deps: AccountDeps,
  { brandId, emailCode, address }: Link,
): Promise<{ brandName: string }> {
  const now = deps.now();
  const limits = [
    { subject: ['verify link', brandId, networkOf(address)], max: 20 },
    { subject: ['verify link', networkOf(address)], max: 100 },
  ];
  await countAttempt(deps.db, limits, now);
  const found = await findCode(deps.db, { brandId, kind: 'verify_email', now }, emailCode);
  if (found === null) throw invalidCode();
  return writeBrand({ db: deps.db, brandId }, async (writer) => {
    if (await useCode(writer.db, found, now)) await markVerified(writer, now);
    const [brand] = await writer.db.select({ name: brands.name }).from(brands).where(eq(brands.id, brandId));
    if (brand === undefined) throw invalidCode();
    return { brandName: brand.name };
  });
}

/** Marks the email as verified, after which the brand waits for approval. */
export async function markVerified(writer: BrandWriter, now: Date): Promise<void> {
  const isThis = eq(brands.id, writer.brandId);
  const [brand] = await writer.db.select({ verified: brands.emailVerified }).from(brands).where(isThis);
  if (brand?.verified !== false) return;
  await writer.db
    .update(brands)
    .set({ emailVerified: true, emailVerifiedAt: now, shownRevision: writer.revision })
    .where(isThis);
}

/**
 * Sends another verification link, unless the brand is already verified.
 * @throws {ApiError} 429 after five requests
 */
export async function sendVerification(deps: AccountDeps, { brandId, db }: BrandScope): Promise<void> {
  const now = deps.now();
  const [brand] = await db
    .select({ recipient: brands.email, verified: brands.emailVerified })
    .from(brands)
    .where(eq(brands.id, brandId));
  if (brand === undefined || brand.verified) return;
  await countAttempt(db, [{ subject: ['verification mail', brandId], max: 5 }], now);
  await db.transaction((tx) => queueVerification(tx, deps, { brandId, recipient: brand.recipient, now }));
}
