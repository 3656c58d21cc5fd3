import { setTimeout as wait } from 'node:timers/promises';
import { DataDirInUseError, lockDataDir } from '../data-dir-lock.ts';
import { CommandError } from '../errors/command-error.ts';
import { NoServerError } from './client.ts';

/** A server that starts holds its data directory for seconds before it takes commands. */
const timeoutMs = 20_000;
const pauseMs = 200;

interface Ways<T> {
  /** Does it in this process, while it holds the data directory's lock. */
  own(): Promise<T>;
  /** Has the server that runs on it do it. @throws {NoServerError} while it doesn't take commands */
  call(): Promise<T>;
}

/**
 * Works on a data directory in the process that holds its lock.
 * @throws {CommandError} if that process accepts no commands
 */
export async function onDataDir<T>(dataDir: string, { own, call }: Ways<T>): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const lock = await tryLock(dataDir);
    if (typeof lock === 'function') {
      try {
        return await own();
      } finally {
        lock();
      }
    }
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof NoServerError)) throw error;
      if (performance.now() > deadlineMs) throw new CommandError(`${lock.message} It isn't accepting commands.`);
    }
    await wait(pauseMs);
  }
}

/** Returns the data directory's release, or why it can't be had. */
async function tryLock(dataDir: string): Promise<(() => void) | DataDirInUseError> {
  try {
    return await lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirInUseError) return error;
    throw error;
  }
}
