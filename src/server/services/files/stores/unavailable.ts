import type { Logger } from 'pino';
import { ApiError } from '#server/errors/api-error.ts';

/** Answer while files can't be kept or read: the same again is safe. */
export const filesUnavailable = () =>
  new ApiError('unavailable', 'Files can’t be reached right now. Please try again.', {
    headers: { 'Retry-After': '5' },
  });

/**
 * Does something with this machine's disk, which may be full, read-only or gone.
 * @throws {ApiError} 503 for the system's own errors, which are logged
 */
export async function onDisk<T>(log: Logger, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    log.error({ err: error }, 'Files can’t be read from or written to the disk');
    throw filesUnavailable();
  }
}
