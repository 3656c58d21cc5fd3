const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** @param {string} version */
const numbersOf = (version) => pattern.exec(version)?.slice(1).map(Number) ?? null;

/**
 * Sorts versions in ascending order.
 * @param {string[]} versions such as 0.3.0
 */
export const sortVersions = (versions) => versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/**
 * Reasons why a version can't follow the current one, as sentences.
 * @param {string} version
 * @param {string} present
 * @returns {string[]}
 */
export function versionFaults(version, present) {
  const [next, now] = [numbersOf(version), numbersOf(present)];
  if (next === null) return [`"${version}" isn't a version such as 0.3.0.`];
  if (now === null) return [`The version "${present}" in package.json isn't one such as 0.2.0.`];
  const differing = next.findIndex((number, place) => number !== now[place]);
  const isGreater = differing >= 0 && Number(next[differing]) > Number(now[differing]);
  return isGreater ? [] : [`${version} isn't greater than the current version, ${present}.`];
}

/**
 * Problems of versions and addresses in package.json and its lock, as sentences.
 * @param {string} manifest
 * @param {string} lock
 * @returns {string[]}
 */
export function lockFaults(manifest, lock) {
  const { version } = JSON.parse(manifest);
  const { version: outer, packages } = JSON.parse(lock);
  const faults = [];
  if (outer !== version || packages[''].version !== version) {
    faults.push(`package-lock.json has a different version from package.json, ${version}.`);
  }
  const addressed = Object.values(packages).filter(({ resolved, link }) => resolved !== undefined && !link).length;
  if (addressed > 0) faults.push(`package-lock.json has "resolved" in ${addressed} entries. Remove them.`);
  return faults;
}

/**
 * Sets the version in package.json, without reformatting it.
 * @param {string} manifest
 * @param {string} version
 */
export const withVersion = (manifest, version) => manifest.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`);

/**
 * Sets both versions in package-lock.json.
 * @param {string} lock
 * @param {string} version
 */
export function lockWithVersion(lock, version) {
  const parsed = JSON.parse(lock);
  parsed.version = version;
  parsed.packages[''].version = version;
  return `${JSON.stringify(parsed, null, 2)}\n`;
}
