import { setTimeout as wait } from 'node:timers/promises';
import { DataDirInUseError, lockDataDir } from '../data-dir-lock.ts';
import { CommandError } from '../errors/command-error.ts';
import { NoServerError } from './client.ts';

/** A starting server holds its data directory's lock for several seconds before it accepts commands. */
const timeoutMs = 20_000;
const pauseMs = 200;

interface Ways<T> {
  /** Runs in this process, while it holds the data directory's lock. */
  own(): Promise<T>;
  /** Calls the server that holds the lock. @throws {NoServerError} until it accepts commands */
  call(): Promise<T>;
}

/**
 * Runs work in the process that holds the data directory's lock: this process, or a running server.
 * @throws {CommandError} if that process accepts no commands
 */
export async function withDataDir<T>(dataDir: string, { own, call }: Ways<T>): Promise<T> {
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

/** Returns a function that releases the lock, or the error if another process holds it. */
async function tryLock(dataDir: string): Promise<(() => void) | DataDirInUseError> {
  try {
    return await lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirInUseError) return error;
    throw error;
  }
}
