import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command-error.ts';

/** Another server holds the lock of the data directory. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** Makes the data directory, which only this user may read. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

/** @throws {CommandError} if a data directory has no embedded database */
export function requireEmbedded(dataDir: string): void {
  if (existsSync(join(dataDir, 'pg'))) return;
  throw new CommandError(`There is no database in ${dataDir}. Start Afield once, or set DATA_DIR to the right folder.`);
}

const secretFile = (dataDir: string) => join(dataDir, 'session-secret');

/** True if the data directory has a secret that signs sessions. */
export const hasSecret = (dataDir: string): boolean => existsSync(secretFile(dataDir));

/** The secret that signs sessions, made at the first start. */
export function readOrMakeSecret(dataDir: string): string {
  if (!hasSecret(dataDir)) storeSecret(dataDir, randomBytes(48).toString('base64url'));
  return readFileSync(secretFile(dataDir), 'utf8').trim();
}

/** Stores the secret that signs sessions, in place of one that is there. */
export function storeSecret(dataDir: string, secret: string): void {
  const file = secretFile(dataDir);
  // Whole before it has its name: a start that is cut off leaves no half of a secret.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, secret, { mode: 0o600 });
  renameSync(draft, file);
}

/**
 * Takes the data directory for this process; the embedded database would be destroyed by a second one in it. What a killed
 * server left is taken over.
 * @returns what gives it back
 * @throws {DataDirInUseError} while another server runs on it
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = join(dataDir, 'server.lock');
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(draft, lock);
        break;
      } catch (error) {
        if (!isErrno(error, 'EEXIST')) throw error;
        removeIfStale(lock, dataDir);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readText(lock) === mine) rmSync(lock, { force: true });
  };
}

/** Two starts may find the same stale lock: it is moved away first, and put back if it turns out to be a fresh one. */
function removeIfStale(lock: string, dataDir: string): void {
  const held = readText(lock);
  if (held === null) return;
  const pid = Number(held.split(' ')[0]);
  if (isSameProcess(pid, held)) {
    throw new DataDirInUseError(
      `Another Afield (process ${pid}) is running on ${dataDir}. Stop it first, or choose another DATA_DIR.`,
    );
  }
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(aside) !== held) linkSync(aside, lock);
  rmSync(aside, { force: true });
}

/** A number of a process is given again after it ended: where the system tells when one started, that must agree too. */
function isSameProcess(pid: number, held: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isErrno(error, 'EPERM')) return false;
  }
  return held === `${pid} ${startOf(pid) ?? ''}`.trim();
}

/** When a process started, as Linux tells it: boot and clock ticks since. Null elsewhere, and for one that has ended. */
function startOf(pid: number): string | null {
  const status = readText(`/proc/${pid}/stat`);
  const boot = readText('/proc/sys/kernel/random/boot_id');
  if (status === null || boot === null) return null;
  // The name, in parentheses, may hold anything; the start is the 20th field after it.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const isZombie = fields[0] === 'Z';
  return isZombie ? null : `${boot.trim()} ${fields[19]}`;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const isErrno = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
