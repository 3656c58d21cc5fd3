import { existsSync } from 'node:fs';

/**
 * Path of a Firefox that Playwright can drive as `moz-firefox`: $AFIELD_FIREFOX, or else Debian's ESR.
 * @returns {string | undefined} undefined if there is none, or AFIELD_FIREFOX names a missing one
 */
export function findFirefox() {
  return [process.env.AFIELD_FIREFOX ?? '/usr/bin/firefox-esr'].find((path) => existsSync(path));
}
