/** The database can't be used now: it is unresponsive, blocked by another tab, or forbidden by the browser. */
export class StorageUnavailableError extends Error {
  override readonly name: string = 'StorageUnavailableError';
}

/** The stored format is newer than this code: the page must reload, and nothing may be written until then. */
export class OutdatedError extends StorageUnavailableError {
  override readonly name = 'OutdatedError';
}

export const isNamed = (error: unknown, ...names: string[]): boolean =>
  error instanceof Error && names.includes(error.name);

/** The disk, or this site's quota, is full (https://w3c.github.io/IndexedDB/#dom-quotaexceedederror). */
export const isQuotaError = (error: unknown): boolean => isNamed(error, 'QuotaExceededError');
