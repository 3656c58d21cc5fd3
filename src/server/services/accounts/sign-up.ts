import type { BrandSession } from '#contract/account/auth.ts';
import type { Database } from '#server/database/database.ts';
import { brands } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { newId } from '#server/ids.ts';
import { queueMail } from '../mail/outbox.ts';
import { countAttempt } from '../shared/attempts.ts';
import { networkOf } from '../shared/network-of.ts';
import type { AccountDeps } from './deps.ts';
import { issueCode } from './email-codes.ts';
import { verificationEmail } from './emails.ts';
import { requireGoodPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import { rememberNetwork } from './sessions/familiar-networks.ts';
import { type Caller, logIn, startSession } from './sessions/sessions.ts';

/** A new brand's rate per thousand views, until the provider sets another. */
const firstCpmCents = 500;

/** Maximum number of sign-ups per network in 15 minutes. */
export const maxSignUps = 30;

interface SignUp extends Caller {
  name: string;
  email: string;
  password: string;
}

/**
 * Creates a brand, sends it a verification link and logs it in.
 *
 * The response reveals that an email already has an account. A sign-up returns a session of the new brand, which a
 * stranger must not get. Hiding the account would therefore need a second, fake account for the same email. A user who
 * forgot about the first account would then wait for a link that never arrives. Enumeration is limited: few attempts
 * per network, each as slow as a real sign-up. If an account was created with another person's email, the email's owner
 * can take it over with a password reset.
 *
 * If the email has an account, its password logs in, since the response to an earlier sign-up may have been lost.
 * @throws {ApiError} 400 for a password that breaks the rules; 409 for an email that has an account; 429 after many
 * attempts
 */
export async function signUp(deps: AccountDeps, { name, email, password, ...caller }: SignUp): Promise<BrandSession> {
  const now = deps.now();
  await countAttempt(deps.db, [{ subject: ['sign-up', networkOf(caller.address)], max: maxSignUps }], now);
  requireGoodPassword(password);
  const passwordHash = await hashPassword(password);
  const session = await deps.db.transaction(async (tx) => {
    const brandId = newId('brd', now);
    const recipient = email.toLowerCase();
    const made = await tx
      .insert(brands)
      .values({ id: brandId, name, email: recipient, passwordHash, cpmCents: firstCpmCents, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: brands.id });
    if (made.length === 0) return null;
    await queueVerification(tx, deps, { brandId, recipient, now });
    await rememberNetwork(tx, recipient, caller.address, now);
    return startSession({ ...deps, db: tx }, brandId, caller.userAgent);
  });
  return session ?? logIn(deps, { email, password, ...caller }).catch(asTaken);
}

/** Maps a wrong password and a login limit to the same error, so the response doesn't reveal which it was. */
function asTaken(error: unknown): never {
  const isRefused =
    error instanceof ApiError && (error.code === 'invalid_credentials' || error.code === 'too_many_requests');
  if (!isRefused) throw error;
  throw emailTaken();
}

/** Returns the error for an email that has an account. */
export const emailTaken = () =>
  new ApiError('email_taken', 'This email already has an account. Log in, or reset your password.');

/** Creates a verification link and queues its email. */
export async function queueVerification(
  tx: Database,
  { codes }: Pick<AccountDeps, 'codes'>,
  { brandId, recipient, now }: { brandId: string; recipient: string; now: Date },
): Promise<void> {
  const codeId = await issueCode(tx, codes, { brandId, kind: 'verify_email', now });
  await queueMail(tx, { brandId, recipient, content: verificationEmail.of({ codeId }), now });
}
