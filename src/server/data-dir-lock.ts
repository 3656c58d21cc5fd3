import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { withSocketPath } from './control/socket-path.ts';
import { systemCodeOf } from './errors/system-code.ts';

/** Another server holds the lock of the data directory. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/**
 * Locks the data directory for this process; a second process would corrupt the embedded database. The lock of a killed
 * server is taken over. Containers that share a volume don't see each other's processes, and all of them have pid 1, so the
 * holder also listens on a socket beside the lock.
 * @returns a function that releases the lock
 * @throws {DataDirInUseError} while another server runs on it
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  // It listens before it has the lock: there is no moment in which the holder of the lock doesn't answer.
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

/** Two starts may find the same stale lock: it is moved away first, and put back if it turns out to be a fresh one. */
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

/** Name of the socket of a lock's holder. The time of its start distinguishes containers. */
const socketOf = (held: string) => `server.${/\w+$/.exec(held)?.[0] ?? ''}.sock`;

/** Listens for others that look whether this holder runs; returns the end of it. Windows has no such sockets. */
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

/** True unless it is certain that no process listens on a holder's socket. */
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

/** Systems reuse process numbers, so the start time has to match too, where the system has one. */
function isSameProcess(pid: number, held: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!isErrno(error, 'EPERM')) return false;
  }
  return held === `${pid} ${startOf(pid) ?? ''}`.trim();
}

/** When a process started on Linux: the boot's id and clock ticks since. Null elsewhere, and for a process that has ended. */
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

const isErrno = (error: unknown, code: string) => systemCodeOf(error) === code;
