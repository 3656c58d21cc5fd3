import type { Logger } from 'pino';
import { ApiError } from '#server/errors/api-error.ts';

/** Returns the error for an unavailable store. The request can be retried safely. */
export const filesUnavailable = () =>
  new ApiError('unavailable', 'Files can’t be reached right now. Please try again.', {
    headers: { 'Retry-After': '5' },
  });

/**
 * Runs an operation on the local disk, which may be full, read-only or missing.
 * @throws {ApiError} 503 for system errors, which are logged
 */
export async function withDiskErrors<T>(log: Logger, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    log.error({ err: error }, 'Files can’t be read from or written to the disk');
    throw filesUnavailable();
  }
}
