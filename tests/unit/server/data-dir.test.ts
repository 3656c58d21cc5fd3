import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUseError, lockDataDir, makeDataDir, readOrMakeSecret } from '#server/data-dir.ts';

let dir: string;
const lockFile = () => join(dir, 'server.lock');
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'afield-data-')), 'data');
  makeDataDir(dir);
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

test('nobody else can read it', () => {
  readOrMakeSecret(dir);
  lockDataDir(dir);
  expect([modeOf(dir), modeOf(join(dir, 'session-secret')), modeOf(lockFile())]).toEqual(['700', '600', '600']);
});

test('the secret stays the same', () => {
  const secret = readOrMakeSecret(dir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(readOrMakeSecret(dir)).toBe(secret);
});

test('while one has it nobody else does; given back it is free', () => {
  const release = lockDataDir(dir);
  expect(() => lockDataDir(dir)).toThrow(DataDirInUseError);
  release();
  expect(existsSync(lockFile())).toBe(false);
  lockDataDir(dir)();
});

test('what a killed process left is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const { pid } = child;
  writeFileSync(lockFile(), readLockOf(pid ?? 0));
  expect(() => lockDataDir(dir)).toThrow(new RegExp(`process ${pid}`));
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockDataDir(dir)();
});

test('a number that was given to another process since is no lock', () => {
  writeFileSync(lockFile(), `${process.pid} another-boot 1`);
  lockDataDir(dir)();
});

test.each(['', 'x', '-1', '0', '999999999'])('a lock that says %j is no lock', (text) => {
  writeFileSync(lockFile(), text);
  const release = lockDataDir(dir);
  expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
  release();
});

/** The lock file as that process would have written it. */
function readLockOf(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return String(pid);
  const fields = readFileSync(stat, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return `${pid} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
}
