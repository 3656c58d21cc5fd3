import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDataDir, readOrCreateSecret } from '#server/data-dir.ts';
import { DataDirInUseError, lockDataDir } from '#server/data-dir-lock.ts';

let dir: string;
const lockFile = () => join(dir, 'server.lock');
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'afield-data-')), 'data');
  createDataDir(dir);
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

test('only the owner can read the data directory', async () => {
  readOrCreateSecret(dir);
  await lockDataDir(dir);
  expect([modeOf(dir), modeOf(join(dir, 'session-secret')), modeOf(lockFile())]).toEqual(['700', '600', '600']);
});

test('the secret stays the same across starts', () => {
  const secret = readOrCreateSecret(dir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(readOrCreateSecret(dir)).toBe(secret);
});

test('only one process can lock the directory, and releasing the lock frees it', async () => {
  const release = await lockDataDir(dir);
  await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUseError);
  release();
  expect(readdirSync(dir)).toEqual([]);
  (await lockDataDir(dir))();
});

test('the lock of a killed process is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const { pid } = child;
  writeFileSync(lockFile(), readLockOf(pid ?? 0));
  await expect(lockDataDir(dir)).rejects.toThrow(new RegExp(`process ${pid}`));
  child.kill('SIGKILL');
  await once(child, 'exit');
  (await lockDataDir(dir))();
});

test('a lock of a process id that was since reused is ignored', async () => {
  writeFileSync(lockFile(), `${process.pid} another-boot 1`);
  (await lockDataDir(dir))();
});

test.skipIf(process.platform === 'win32')(
  'a lock held in another container is recognized by the holder’s socket',
  async () => {
    // Another container's server also has process id 1, but another start time.
    writeFileSync(lockFile(), '1 a-boot 4711');
    const server = createServer().listen(join(dir, 'server.4711.sock'));
    await once(server, 'listening');
    await expect(lockDataDir(dir)).rejects.toThrow('Another Afield (in another container) is running on');
    expect(readFileSync(lockFile(), 'utf8')).toBe('1 a-boot 4711');
    expect(readdirSync(dir).sort()).toEqual(['server.4711.sock', 'server.lock']);

    server.close();
    // A killed server leaves its socket behind.
    writeFileSync(join(dir, 'server.4711.sock'), '');
    const release = await lockDataDir(dir);
    expect(existsSync(join(dir, 'server.4711.sock'))).toBe(false);
    release();
  },
);

test.each(['', 'x', '-1', '0', '999999999'])('an invalid lock %j is ignored', async (text) => {
  writeFileSync(lockFile(), text);
  const release = await lockDataDir(dir);
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
