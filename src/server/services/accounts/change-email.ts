import { and, eq, ne } from 'drizzle-orm';
import { type BrandScope, type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import { brands } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { countAttempt, limitMisses } from '../shared/attempts.ts';
import { networkOf } from '../shared/network-of.ts';
import type { AccountDeps } from './deps.ts';
import { voidCodes } from './email-codes.ts';
import { isPassword } from './passwords.ts';
import { rememberNetwork } from './sessions/familiar-networks.ts';
import { emailTaken, maxSignUps, queueVerification } from './sign-up.ts';

interface NewEmail {
  email: string;
  password: string;
  /** IP address of the caller. */
  address: string;
}

/**
 * Changes the email of a brand that hasn't verified it, for example because of a typo. The new address gets a link, and
 * links sent to the old one stop working.
 *
 * Account enumeration is limited as for sign-ups. Both share one limit per network.
 * @throws {ApiError} 400 if the password is wrong; 409 if another brand has the email, or this brand's email is already
 * verified; 429 after many attempts
 */
export async function changeEmail(deps: AccountDeps, scope: BrandScope, { email, password, address }: NewEmail) {
  const now = deps.now();
  const { brandId } = scope;
  const tries = [{ subject: ['change email', brandId], max: 10 }];
  await limitMisses(deps.db, tries, now, async () => {
    const [brand] = await deps.db.select({ hash: brands.passwordHash }).from(brands).where(eq(brands.id, brandId));
    if (brand !== undefined && (await isPassword(password, brand.hash))) return;
    const message = 'Your password is incorrect.';
    throw new ApiError('invalid_request', message, { issues: [{ path: 'body.password', message }] });
  });
  const limits = [
    { subject: ['changed email', brandId], max: 5 },
    { subject: ['sign-up', networkOf(address)], max: maxSignUps },
  ];
  await countAttempt(deps.db, limits, now);
  const recipient = email.toLowerCase();
  await writeBrand(scope, async (writer) => {
    const { db } = writer;
    await requireChangeable(writer, recipient);
    await db.update(brands).set({ email: recipient, shownRevision: writer.revision }).where(eq(brands.id, brandId));
    // The owner of the old mailbox must not be able to take over the account.
    for (const kind of ['verify_email', 'reset_password'] as const) await voidCodes(db, { brandId, kind });
    await queueVerification(db, deps, { brandId, recipient, now });
    await rememberNetwork(db, recipient, address, now);
  });
}

async function requireChangeable({ db, brandId }: BrandWriter, recipient: string): Promise<void> {
  const [brand] = await db.select({ verified: brands.emailVerified }).from(brands).where(eq(brands.id, brandId));
  if (brand?.verified !== false) throw new ApiError('email_verified', 'Your email is already verified.');
  const isOther = and(eq(brands.email, recipient), ne(brands.id, brandId));
  const [other] = await db.select({ id: brands.id }).from(brands).where(isOther);
  if (other !== undefined) throw emailTaken();
}
