import { isLeft } from '#api/session/session.ts';

const key = 'afield-destination';
const home = '/dashboard';

/** Keeps the address that was asked for before the login; only paths under `/dashboard/`, so that it can't lead elsewhere. */
export function rememberDestination(path: string): void {
  // A read that was on its way when one logged out is refused after all was cleared: the next login may be another brand's.
  if (isLeft()) return;
  if (path.startsWith('/dashboard/')) sessionStorage.setItem(key, path);
}

/** The address to go to after logging in, once; the dashboard if none was kept. */
export function takeDestination(): string {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return kept?.startsWith('/dashboard/') ? kept : home;
}
