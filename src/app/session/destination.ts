import { hasPageSessionEnded } from '#api/session/session.ts';

const key = 'afield-destination';
const home = '/dashboard';

/**
 * Stores the URL requested before the login. Only paths under `/dashboard/` are stored, so it can't redirect elsewhere.
 */
export function rememberDestination(path: string): void {
  // A read that was in flight during a logout is refused after everything was cleared, and the next login may be
  // another brand's.
  if (hasPageSessionEnded()) return;
  if (path.startsWith('/dashboard/')) sessionStorage.setItem(key, path);
}

/** Returns the URL to open after logging in, and deletes it; the dashboard if none is stored. */
export function consumeDestination(): string {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return kept?.startsWith('/dashboard/') ? kept : home;
}
