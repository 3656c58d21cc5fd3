import { eq } from 'drizzle-orm';
import { brands } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { queueMail } from '../mail/outbox.ts';
import { limitMisses } from '../shared/attempts.ts';
import type { AccountDeps } from './deps.ts';
import { voidCodes } from './email-codes.ts';
import { passwordChangedEmail } from './emails.ts';
import { requireGoodPassword } from './new-password.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { endSessions } from './sessions/session-list.ts';
import type { SessionBrand } from './sessions/sessions.ts';

/**
 * Changes a brand's password and ends its other sessions. Requires the current password.
 * @throws {ApiError} 400 if the current password is wrong or the new one breaks the rules (not 401, which would make
 * a client refresh its session); 429 after many attempts
 */
export async function changePassword(
  deps: AccountDeps,
  { id: brandId, sessionId }: SessionBrand,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const now = deps.now();
  const limits = [{ subject: ['change password', brandId, sessionId], max: 10 }];
  await limitMisses(deps.db, limits, now, async () => {
    requireGoodPassword(newPassword, 'body.newPassword');
    const isThis = eq(brands.id, brandId);
    const [brand] = await deps.db
      .select({ hash: brands.passwordHash, recipient: brands.email })
      .from(brands)
      .where(isThis);
    if (brand === undefined || !(await isPassword(currentPassword, brand.hash))) {
      const message = 'Your current password is incorrect.';
      throw new ApiError('invalid_request', message, { issues: [{ path: 'body.currentPassword', message }] });
    }
    const passwordHash = await hashPassword(newPassword);
    await deps.db.transaction(async (tx) => {
      await tx.update(brands).set({ passwordHash }).where(isThis);
      await endSessions(tx, brandId, { now, but: sessionId });
      // An attacker may have requested an earlier reset link.
      await voidCodes(tx, { brandId, kind: 'reset_password' });
      await queueMail(tx, { brandId, recipient: brand.recipient, content: passwordChangedEmail.of({}), now });
    });
  });
}
