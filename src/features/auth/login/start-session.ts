import { writeSession } from '#api/session/session.ts';
import { writeLeftBehind } from '#app/session/left-behind.ts';
import type { BrandSession } from '#contract/account/auth.ts';
import { limits } from '#domain/shared/limits.ts';

/** Stores a new session; the page loads again a moment later, and from there on it is the brand's. */
export function startSession(session: BrandSession): void {
  writeSession(session);
  // After this the worker clears what an earlier logout may have left.
  writeLeftBehind(null);
  setTimeout(() => window.location.reload(), limits.loginReloadMs);
}
