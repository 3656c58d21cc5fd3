import { eq } from 'drizzle-orm';
import { brandWriter } from '#server/database/brand-scope.ts';
import { brands } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { queueMail } from '../mail/outbox.ts';
import { countAttempt } from '../shared/attempts.ts';
import { networkOf } from '../shared/network-of.ts';
import type { AccountDeps } from './deps.ts';
import { findCode, useCode } from './email-codes.ts';
import { passwordChangedEmail, passwordResetEmail } from './emails.ts';
import { requireGoodPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import { rememberNetwork } from './sessions/familiar-networks.ts';
import { endSessions } from './sessions/session-list.ts';
import { markVerified } from './verification.ts';

const invalidCode = () => new ApiError('invalid_code', 'This link is no longer valid. Please request a new one.');

/**
 * Requests a reset link. The brand is looked up only when the email is sent, so the response and its timing don't
 * reveal if an account exists. Limits are per network, so one caller can't use up another's. Emails per mailbox are
 * limited when they are sent.
 * @throws {ApiError} 429 after many requests
 */
export async function requestPasswordReset(
  deps: AccountDeps,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const now = deps.now();
  const recipient = email.toLowerCase();
  const limits = [
    { subject: ['reset request', recipient, networkOf(address)], max: 5 },
    { subject: ['reset request', networkOf(address)], max: 100 },
  ];
  await countAttempt(deps.db, limits, now);
  await queueMail(deps.db, { brandId: null, recipient, content: passwordResetEmail.of({}), now });
}

interface PasswordReset {
  brandId: string;
  resetCode: string;
  password: string;
  address: string;
}

/**
 * Sets a new password with a link's code and ends every session. Only the mailbox's owner has the code, so this also
 * verifies the email: an account that a stranger created with this email then belongs to its owner.
 * @throws {ApiError} 400 for a password that breaks the rules, or a code that isn't this brand's, was used or has
 * expired; 429 after many attempts
 */
export async function resetPassword(
  deps: AccountDeps,
  { brandId, resetCode, password, address }: PasswordReset,
): Promise<void> {
  const now = deps.now();
  const limits = [
    { subject: ['reset', brandId, networkOf(address)], max: 10 },
    { subject: ['reset', networkOf(address)], max: 100 },
  ];
  await countAttempt(deps.db, limits, now);
  requireGoodPassword(password);
  const found = await findCode(deps.db, { brandId, kind: 'reset_password', now }, resetCode);
  if (found === null || found.usedAt !== null) throw invalidCode();
  const passwordHash = await hashPassword(password);
  await deps.db.transaction(async (tx) => {
    if (!(await useCode(tx, found, now))) throw invalidCode();
    const writer = await brandWriter(tx, brandId);
    const [brand] = await tx
      .update(brands)
      .set({ passwordHash })
      .where(eq(brands.id, brandId))
      .returning({ recipient: brands.email });
    if (brand === undefined) throw invalidCode();
    await markVerified(writer, now);
    await endSessions(tx, brandId, { now });
    await queueMail(tx, { brandId, recipient: brand.recipient, content: passwordChangedEmail.of({}), now });
    // The caller controls the mailbox, so strangers' failed logins mustn't block the login that follows.
    await rememberNetwork(tx, brand.recipient, address, now);
  });
}
