import type { BrowserName, SimpleSupportStatement, SupportBlock } from '@mdn/browser-compat-data/types';
import { supportedEngines } from '#cli/supported-engines.mjs';

/**
 * Phones are listed separately, since their engines differ: an iPhone has no MediaSource, Chrome on Android no
 * SharedWorker.
 */
const oldest: readonly [BrowserName, string][] = [
  ['safari', supportedEngines.safari],
  ['safari_ios', supportedEngines.safari],
  ['chrome', supportedEngines.chrome],
  ['chrome_android', supportedEngines.chrome],
  ['firefox', supportedEngines.firefox],
  ['firefox_android', supportedEngines.firefox],
];

/** Compares versions such as `16.4` and `9`, part by part. */
export function isAtMost(version: string, limit: string): boolean {
  // The data says "≤79" for 79 or earlier.
  const parts = version.replace(/^≤/, '').split('.').map(Number);
  const limits = limit.split('.').map(Number);
  for (let index = 0; index < Math.max(parts.length, limits.length); index += 1) {
    const [part = 0, max = 0] = [parts[index], limits[index]];
    // Versions such as "preview" aren't released.
    if (Number.isNaN(part)) return false;
    if (part !== max) return part < max;
  }
  return true;
}

/**
 * True if a version has the feature. Behind a flag or under another name it counts as missing, since code doesn't find
 * it.
 */
function covers(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: alias } = statement;
  if (flags !== undefined || prefix !== undefined || alias !== undefined || added === false) return false;
  return isAtMost(added, version) && (removed === undefined || !isAtMost(removed, version));
}

/** Supported engines that lack a feature, such as `safari 16.4`; empty if all have it. */
export function enginesWithout(support: SupportBlock): string[] {
  return oldest
    .filter(
      ([browser, version]) =>
        !([support[browser] ?? []].flat() as SimpleSupportStatement[]).some((each) => covers(each, version)),
    )
    .map(([browser, version]) => `${browser} ${version}`);
}
