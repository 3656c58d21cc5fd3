const unreleased = '## Unreleased';

/**
 * Parts of a changelog: the text before the line "## Unreleased", that section, and the rest.
 * @param {string} text
 * @returns {{ head: string, section: string, rest: string } | null} null if that line is missing
 */
function partsOf(text) {
  const found = /^## Unreleased[ \t]*$/m.exec(text);
  if (found === null) return null;
  const begins = found.index + found[0].length;
  const next = /^## /m.exec(text.slice(begins));
  const ends = next === null ? text.length : begins + next.index;
  return { head: text.slice(0, found.index), section: text.slice(begins, ends).trim(), rest: text.slice(ends) };
}

/** True if a section has at least one line that isn't a heading. */
const hasEntries = (/** @type {string} */ section) =>
  section.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#'));

/**
 * Problems of a changelog before a release, as sentences.
 * @param {string} text
 * @param {string} version
 * @returns {string[]}
 */
export function changelogFaults(text, version) {
  const parts = partsOf(text);
  if (parts === null) return [`CHANGELOG.md has no line "${unreleased}".`];
  const faults = [];
  if (!hasEntries(parts.section))
    faults.push(`"${unreleased}" in CHANGELOG.md is empty, so there is nothing to release.`);
  const isVersion = (/** @type {string} */ line) => line === `## ${version}` || line.startsWith(`## ${version} `);
  if (text.split('\n').some(isVersion)) faults.push(`CHANGELOG.md already has a section for ${version}.`);
  return faults;
}

/**
 * Turns the unreleased section into the version's, and adds an empty one above it.
 * @param {string} text for which `changelogFaults` returns no problems
 * @param {{ version: string, day: string }} release
 * @returns {{ text: string, section: string }} the changelog, and the version's section, which becomes the release
 * notes
 */
export function cutChangelog(text, { version, day }) {
  const parts = partsOf(text);
  if (parts === null) throw new Error(`Expected a line "${unreleased}" in the changelog.`);
  const section = `## ${version} · ${day}\n\n${parts.section}\n`;
  const rest = parts.rest === '' ? '' : `\n${parts.rest}`;
  return { text: `${parts.head}${unreleased}\n\n${section}${rest}`, section };
}

/**
 * The section of a released version.
 * @param {string} text
 * @param {string} version
 * @returns {string | null}
 */
export function sectionOf(text, version) {
  const lines = text.split('\n');
  const begins = lines.findIndex((line) => line.startsWith(`## ${version} `));
  if (begins < 0) return null;
  const length = lines.slice(begins + 1).findIndex((line) => line.startsWith('## '));
  const section = length < 0 ? lines.slice(begins) : lines.slice(begins, begins + 1 + length);
  return `${section.join('\n').trim()}\n`;
}
