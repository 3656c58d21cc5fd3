import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isSupportedNode } from '#cli/node-version.mjs';
import { read } from './files.ts';

interface LockEntry {
  version?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifest: {
  engines: { node: string };
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
} = JSON.parse(read('package.json'));
const lock: { packages: Record<string, LockEntry> } = JSON.parse(read('package-lock.json'));
const declared = { ...manifest.dependencies, ...manifest.devDependencies };

describe('packages', () => {
  test('every version is exact', () => {
    const loose = Object.entries(declared).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose, 'two installations of one commit must be identical').toEqual([]);
  });

  test('package.json and the lockfile agree', () => {
    const root = lock.packages[''];
    expect({ ...root?.dependencies, ...root?.devDependencies }, 'npm ci refuses an outdated lockfile').toEqual(
      declared,
    );
  });

  test('the lockfile contains no URL', () => {
    const addressed = Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined && !entry.link);
    expect(
      addressed.map(([path]) => path),
      'each machine has its own registry or mirror',
    ).toEqual([]);
  });

  test('the lockfile has an entry for every platform’s optional packages', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {})
        .filter((name) => !resolvable(path, name))
        .map((name) => `${name}, wanted by ${path}`),
    );
    expect(missing, 'npm ci refuses a lockfile without them').toEqual([]);
  });

  test('npm scripts run existing files', () => {
    const files = Object.values(manifest.scripts).flatMap((script) => script.match(/[\w./-]+\.(mjs|ts)\b/g) ?? []);
    const missing = files.filter((file) => !existsSync(fileURLToPath(new URL(`../../${file}`, import.meta.url))));
    expect(missing, 'the README promises these scripts').toEqual([]);
  });
});

describe('the supported Node.js versions', () => {
  test('package.json, .nvmrc and the startup check agree', () => {
    const minimum = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node);
    expect(minimum, 'engines.node reads >=major.minor').not.toBeNull();
    const [major, minor] = [Number(minimum?.[1]), Number(minimum?.[2])];
    expect(isSupportedNode(`${major}.${minor}.0`)).toBe(true);
    expect(isSupportedNode(`${major}.${minor - 1}.9`)).toBe(false);
    expect(Number(read('.nvmrc'))).toBe(major);
  });

  test.each([
    ['18.20.0', false],
    ['20.18.9', false],
    ['20.19.0', true],
    ['21.7.0', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['24.0.0', true],
  ])('Node %s: %s', (version, supported) => {
    expect(isSupportedNode(version)).toBe(supported);
  });
});

/** True if Node, which searches upwards, finds `name` from the package at `path`. */
function resolvable(path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}
