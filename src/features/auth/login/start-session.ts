import { writeSession } from '#api/session/session.ts';
import { writeRemainingData } from '#app/session/remaining-data.ts';
import type { BrandSession } from '#contract/account/auth.ts';
import { limits } from '#domain/shared/limits.ts';

/** Stores a new session. The page reloads shortly after, and then belongs to the brand. */
export function startSession(session: BrandSession): void {
  writeSession(session);
  // The worker then clears anything left by an earlier logout.
  writeRemainingData(null);
  setTimeout(() => window.location.reload(), limits.loginReloadMs);
}
