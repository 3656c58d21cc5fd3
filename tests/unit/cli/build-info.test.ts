import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildText } from '#app/reports/build.ts';
import { buildInfo } from '#cli/build-info.mjs';
import { commandLineFor, readBuild } from '#server/build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'afield-build-'));
  writeFileSync(join(root, 'package.json'), '{"name":"x","version":"1.2.3"}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { encoding: 'utf8' });

test('a build has the commit of its sources, marked dirty if they differ from it', () => {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'all: begin');
  const commit = git('rev-parse', '--short=12', 'HEAD').trim();
  expect(buildInfo(root, {})).toEqual({ version: '1.2.3', commit });
  writeFileSync(join(root, 'package.json'), '{"version":"1.2.4"}');
  expect(buildInfo(root, {})).toEqual({ version: '1.2.4', commit: `${commit}-dirty` });
});

test('an archive has no commit unless SOURCE_COMMIT gives one', () => {
  expect(buildInfo(root, { GIT_CEILING_DIRECTORIES: tmpdir() })).toEqual({ version: '1.2.3', commit: null });
  expect(buildInfo(root, { SOURCE_COMMIT: '0123456789abcdef' }).commit).toBe('0123456789ab');
});

test('a server reports its version and commit, and from sources only the version', () => {
  const note = join(root, 'build.json');
  writeFileSync(note, JSON.stringify({ version: '1.2.3', commit: 'abc' }));
  expect(readBuild(note)).toEqual({ version: '1.2.3', commit: 'abc' });
  expect(readBuild(join(root, 'package.json'))).toEqual({ version: '1.2.3', commit: null });
});

test('commands are run with npx only in an installed package', () => {
  const note = join(root, 'build.json');
  writeFileSync(note, JSON.stringify({ version: '1.2.3', commit: 'abc', packaged: true }));
  expect(commandLineFor('admin', note)).toBe('npx afield admin');
  expect(readBuild(note)).toEqual({ version: '1.2.3', commit: 'abc' });
  expect(commandLineFor('admin', join(root, 'package.json'))).toBe('npm run admin --');
});

test('the commit is shortened for display', () => {
  expect(buildText({ version: '0.2.0', commit: '0123456789ab' })).toBe('0.2.0 (0123456)');
  expect(buildText({ version: '0.2.0', commit: '0123456789ab-dirty' })).toBe('0.2.0 (0123456-dirty)');
  expect(buildText({ version: '0.2.0', commit: null })).toBe('0.2.0');
});
