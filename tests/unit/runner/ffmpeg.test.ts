import { expect, test } from 'vitest';
import { preferFfmpeg } from '#tests/runner/ffmpeg.mjs';

/** A machine that has ffmpeg, can install it with apt, or can't have it. */
function machine({ has = false, root = true, apt = true } = {}) {
  const said: string[] = [];
  const installed: string[] = [];
  let isThere = has;
  return {
    ...{ said, installed },
    isThere: () => isThere,
    isRoot: () => root,
    install(packages: string[]) {
      installed.push(...packages);
      isThere = apt;
      return { ok: apt, said: '' };
    },
    say: (text: string) => void said.push(text),
  };
}

test.each([
  ['is present is used', { has: true }, [], /^$/],
  ['is missing is installed', {}, ['ffmpeg'], /^Installing ffmpeg/],
  ['can’t be installed is reported, and the tests continue', { apt: false }, ['ffmpeg'], /skipped\.$/],
  ['is missing without root isn’t installed', { root: false }, [], /^Without ffmpeg/],
])('an ffmpeg that %s', (_, given, installed, words) => {
  const here = machine(given);
  preferFfmpeg(here);
  expect(here.installed).toEqual(installed);
  expect(here.said.join(' ')).toMatch(words);
});
