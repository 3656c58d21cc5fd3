import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { billOfMaterials } from '#cli/release/bill-of-materials.mjs';
import { changelogFaults, cutChangelog, sectionOf } from '#cli/release/changelog.mjs';
import { commitRelease, releaseFaults, tagRelease } from '#cli/release/repository.mjs';
import { lockFaults, lockWithVersion, versionFaults, withVersion } from '#cli/release/versions.mjs';
import { read } from '#tests/laws/files.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const changelog = `# Changelog

## Unreleased

### Money

- Refunds are shown.

## 0.2.0 · 2026-11-23

- The first version.
`;

describe('the changelog', () => {
  test('is cut below an empty section, and the section becomes the release notes', () => {
    const { text, section } = cutChangelog(changelog, { version: '0.3.0', day: '2026-12-01' });
    expect(text).toBe(changelog.replace('## Unreleased\n', '## Unreleased\n\n## 0.3.0 · 2026-12-01\n'));
    expect(section).toBe('## 0.3.0 · 2026-12-01\n\n### Money\n\n- Refunds are shown.\n');
    expect(sectionOf(text, '0.3.0')).toBe(section);
    expect(changelogFaults(text, '0.4.0')).toEqual([
      '"## Unreleased" in CHANGELOG.md is empty, so there is nothing to release.',
    ]);
  });

  test('can be cut for a first release', () => {
    const first = changelog.slice(0, changelog.indexOf('\n## 0.2.0'));
    expect(cutChangelog(first, { version: '0.1.0', day: '2026-12-01' }).text).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.1.0 · 2026-12-01\n\n### Money\n\n- Refunds are shown.\n',
    );
  });

  test.each([
    ['only headings', changelog.replace('- Refunds are shown.\n', ''), '0.3.0', /is empty/],
    ['no unreleased section', changelog.replace('## Unreleased', '## Next'), '0.3.0', /has no line "## Unreleased"/],
    ['an existing version', changelog, '0.2.0', /already has a section for 0.2.0/],
  ])('is refused with %s', (_, text, version, fault) => {
    expect(changelogFaults(text, version)).toEqual([expect.stringMatching(fault)]);
  });

  test('of this project has sections in the release format', () => {
    const headings = read('CHANGELOG.md').match(/^## .*$/gm) ?? [];
    expect(headings[0]).toBe('## Unreleased');
    for (const heading of headings.slice(1)) expect(heading).toMatch(/^## \d+\.\d+\.\d+ · \d{4}-\d\d-\d\d$/);
    expect(sectionOf(read('CHANGELOG.md'), '0.2.0')).toMatch(/^## 0\.2\.0 · 2026-11-23\n\nThe first version/);
  });
});

test.each([
  ['0.3.0', true],
  ['0.2.1', true],
  ['1.0.0', true],
  ['0.10.0', true],
  ['0.2.0', false],
  ['0.1.9', false],
  ['0.1.10', false],
  ['v0.3.0', false],
  ['0.3', false],
  ['0.03.0', false],
  ['0.3.0-rc.1', false],
])('after 0.2.0, %s may follow: %s', (version, isAllowed) => {
  expect(versionFaults(version, '0.2.0')).toHaveLength(isAllowed ? 0 : 1);
});

test('a release sets the version once in package.json and twice in its lockfile, and changes nothing else', () => {
  const [manifest, lock] = [read('package.json'), read('package-lock.json')];
  const { version } = JSON.parse(manifest);
  const linesThatDiffer = (before: string, after: string) => {
    const lines = before.split('\n');
    return after.split('\n').filter((line, index) => line !== lines[index]);
  };
  expect(linesThatDiffer(manifest, withVersion(manifest, '9.9.9'))).toEqual(['  "version": "9.9.9",']);
  const changed = linesThatDiffer(lock, lockWithVersion(lock, '9.9.9')).map((line) => line.trim());
  expect(changed).toEqual(['"version": "9.9.9",', '"version": "9.9.9",']);
  expect(lockFaults(manifest, lock)).toEqual([]);
  expect(lockFaults(withVersion(manifest, '9.9.9'), lock)).toEqual([expect.stringContaining('a different version')]);
  expect(lockFaults(manifest, lock.replace('"integrity":', '"resolved": "x", "integrity":'))).toEqual([
    expect.stringContaining('"resolved" in 1 entries'),
  ]);
  expect(version).toBe(JSON.parse(lock).version);
});

test('the bill of materials lists bundled and installed packages, with hashes and licenses', () => {
  const packages = JSON.parse(read('package-lock.json')).packages;
  const project = JSON.parse(read('package.json'));
  const bundled = ['node_modules/hono', 'node_modules/react', 'node_modules/sharp'];
  const bill = billOfMaterials({ project, packages, bundled, at: new Date('2026-12-01T00:00:00.000Z') });
  const deliveryOf = (name: string) => bill.components.find((each) => each.name === name)?.properties[0].value;
  expect(['hono', 'react', 'sharp', '@node-rs/argon2', '@img/sharp-linux-x64', 'vitest'].map(deliveryOf)).toEqual([
    ...['bundled', 'bundled', 'installed', 'installed', 'installed', undefined],
  ]);
  const hono = bill.components.find(({ name }) => name === 'hono');
  expect(hono).toMatchObject({
    licenses: [{ license: { id: 'MIT' } }],
    version: packages['node_modules/hono'].version,
  });
  expect(hono.hashes[0]).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) });
  expect(new Set(bill.components.map((each) => each['bom-ref'])).size).toBe(bill.components.length);
  expect(() => billOfMaterials({ project, packages, bundled: ['node_modules/none'], at: new Date() })).toThrow(
    'Not in package-lock.json: node_modules/none',
  );
});

describe('a repository', () => {
  const day = '2026-12-01';

  /** A repository with a version to release, and this project's commands. */
  function aRepository() {
    const root = newFolder();
    const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
    const write = (name: string, text: string) => writeFileSync(join(root, name), text);
    const readOwn = (name: string) => readFileSync(join(root, name), 'utf8');
    cpSync('src/cli', join(root, 'src/cli'), { recursive: true });
    write('package.json', '{\n  "name": "x",\n  "version": "0.2.0"\n}\n');
    write('package-lock.json', '{"version":"0.2.0","lockfileVersion":3,"packages":{"":{"version":"0.2.0"}}}');
    write('CHANGELOG.md', changelog);
    write('.gitignore', 'node_modules\ndist\n');
    git('init', '--quiet', '--initial-branch', 'main');
    git('config', 'user.name', 'a');
    git('config', 'user.email', 'a@b.example');
    git('add', '.');
    git('commit', '--quiet', '--message', 'all: begin');
    const release = (...args: string[]) => {
      const { PATH = '', HOME = '' } = process.env;
      const program = join(root, 'src/cli/release/release.mjs');
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        ...{ cwd: root, encoding: 'utf8', env: { PATH, HOME } },
      });
      return { status, stdout, stderr };
    };
    return { root, git, write, read: readOwn, release };
  }

  test('gets a release commit and a tag', () => {
    const { root, git, read: readOwn } = aRepository();
    expect(releaseFaults(root, '0.3.0')).toEqual([]);
    commitRelease(root, { version: '0.3.0', day });
    tagRelease(root, '0.3.0');
    expect(git('log', '-1', '--format=%s')).toBe('release: 0.3.0');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('cat-file', '-t', 'v0.3.0')).toBe('tag');
    expect(git('rev-parse', 'v0.3.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(JSON.parse(readOwn('package.json')).version).toBe('0.3.0');
    expect(readOwn('CHANGELOG.md')).toContain(`## Unreleased\n\n## 0.3.0 · ${day}\n`);
    expect(releaseFaults(root, '0.3.0')).toEqual([
      "0.3.0 isn't greater than the current version, 0.3.0.",
      '"## Unreleased" in CHANGELOG.md is empty, so there is nothing to release.',
      'CHANGELOG.md already has a section for 0.3.0.',
      'The tag v0.3.0 already exists.',
    ]);
  });

  test('with several faults is refused with all of them, and stays unchanged', () => {
    const { git, write, release } = aRepository();
    git('switch', '--quiet', '--create', 'work');
    git('tag', 'v0.3.0');
    write('left-over.txt', 'x');
    const { status, stderr } = release('0.3.0');
    expect(status).toBe(1);
    expect(stderr).toContain('but work is checked out');
    expect(stderr).toContain('The tag v0.3.0 already exists');
    expect(stderr).toContain('?? left-over.txt');
    expect(git('log', '--format=%s')).toBe('all: begin');
  });

  test('is left unchanged by a dry run and by wrong arguments', () => {
    const { git, release } = aRepository();
    const { status, stdout } = release('0.3.0', '--dry-run');
    expect([status, stdout]).toEqual([0, expect.stringContaining('tag the commit as v0.3.0')]);
    for (const wrong of [[], ['0.3.0', '--dryrun'], ['0.3.0', '0.4.0']]) expect(release(...wrong).status).toBe(2);
    expect([git('log', '--format=%s'), git('status', '--porcelain'), git('tag')]).toEqual(['all: begin', '', '']);
  });

  test('is restored by the printed command after a release whose packages failed', () => {
    const { git, release, root } = aRepository();
    const head = git('rev-parse', 'HEAD');
    const { status, stderr } = release('0.3.0');
    expect([status, git('log', '-1', '--format=%s'), git('tag')]).toEqual([1, 'release: 0.3.0', '']);
    const [, wayBack = ''] = /^Nothing was tagged\. To go back: (git reset .*)$/m.exec(stderr) ?? [];
    execFileSync('sh', ['-c', wayBack], { cwd: root });
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([head, '']);
    expect(releaseFaults(root, '0.3.0')).toEqual([]);
  });
});
