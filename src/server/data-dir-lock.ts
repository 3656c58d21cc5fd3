import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { withSocketPath } from './control/socket-path.ts';
import { systemCodeOf } from './errors/system-code.ts';

/** Thrown if another server holds the data directory's lock. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/**
 * Locks the data directory for this process; a second process would corrupt the embedded database. The lock of a killed
 * server is taken over. Containers that share a volume don't see each other's processes, and all have pid 1, so the
 * holder also listens on a socket beside the lock.
 * @returns a function that releases the lock
 * @throws {DataDirInUseError} if another server uses the data directory
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  // Listen before taking the lock, so that other processes can always reach its holder.
  const silence = await answerFor(mine, dataDir);
  try {
    const release = await takeLock(mine, dataDir);
    return () => {
      release();
      silence();
    };
  } catch (error) {
    silence();
    throw error;
  }
}

async function takeLock(mine: string, dataDir: string): Promise<() => void> {
  const lock = join(dataDir, 'server.lock');
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(draft, lock);
        break;
      } catch (error) {
        if (!isErrno(error, 'EEXIST')) throw error;
        await removeIfStale(lock, dataDir);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readText(lock) === mine) rmSync(lock, { force: true });
  };
}

/** Two starting processes may find the same stale lock, so it is moved aside first, and put back if it turns out to be new. */
async function removeIfStale(lock: string, dataDir: string): Promise<void> {
  const held = readText(lock);
  if (held === null) return;
  const pid = Number(held.split(' ')[0]);
  if (isSameProcess(pid, held)) throw inUse(dataDir, `process ${pid}`);
  if (await answers(held, dataDir)) throw inUse(dataDir, 'in another container');
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(aside) !== held) linkSync(aside, lock);
  else rmSync(join(dataDir, socketOf(held)), { force: true });
  rmSync(aside, { force: true });
}

const inUse = (dataDir: string, place: string) =>
  new DataDirInUseError(
    `Another Afield (${place}) is running on ${dataDir}. Stop it first, or choose another DATA_DIR.`,
  );

/** Name of the lock holder's socket. It contains the holder's start time, which differs between containers. */
const socketOf = (held: string) => `server.${/\w+$/.exec(held)?.[0] ?? ''}.sock`;

/**
 * Listens for processes that check whether this holder is alive; returns a function that stops it. Windows has no such sockets.
 */
async function answerFor(mine: string, dataDir: string): Promise<() => void> {
  if (process.platform === 'win32') return () => {};
  const name = socketOf(mine);
  if (await answers(mine, dataDir)) throw inUse(dataDir, `process ${process.pid}`);
  rmSync(join(dataDir, name), { force: true });
  const server = createServer((socket) => socket.destroy());
  await withSocketPath(dataDir, name, (path) => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
  });
  server.unref();
  return () => {
    server.close();
    rmSync(join(dataDir, name), { force: true });
  };
}

/** False only if it is certain that no process listens on the holder's socket. */
function answers(held: string, dataDir: string): Promise<boolean> {
  if (process.platform === 'win32') return Promise.resolve(false);
  return withSocketPath(dataDir, socketOf(held), (path) => {
    return new Promise<boolean>((resolve) => {
      const socket = connect(path);
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', (error) =>
        resolve(!['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].some((code) => isErrno(error, code))),
      );
    });
  });
}

/** Pids are reused, so the start time has to match too, where the system provides one. */
function isSameProcess(pid: number, held: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isErrno(error, 'EPERM')) return false;
  }
  return held === `${pid} ${startOf(pid) ?? ''}`.trim();
}

/** Start time of a process on Linux: the boot ID and the clock ticks since. Null on other systems and for ended processes. */
function startOf(pid: number): string | null {
  const status = readText(`/proc/${pid}/stat`);
  const boot = readText('/proc/sys/kernel/random/boot_id');
  if (status === null || boot === null) return null;
  // The name, in parentheses, may contain any character; the start time is the 20th field after it.
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

const isErrno = (error: unknown, code: string) => systemCodeOf(error) === code;
