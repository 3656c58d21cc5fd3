import type { DataConfig } from '../config.ts';
import { hasSecret, readOrMakeSecret } from '../data-dir.ts';
import { deriveKey } from '../services/shared/access-tokens.ts';

/** Secret that signs an installation's sessions and links. */
export interface Secret {
  value: string;
  /** True if it is in the data directory and nowhere else, so that a backup without it would lose it. */
  isGenerated: boolean;
}

/** Null where this process doesn't know it. */
export function secretOf({ sessionSecret, databaseUrl, dataDir }: DataConfig): Secret | null {
  if (sessionSecret) return { value: sessionSecret, isGenerated: false };
  if (databaseUrl !== null || !hasSecret(dataDir)) return null;
  return { value: readOrMakeSecret(dataDir), isGenerated: true };
}

/** Shows whether two secrets differ, and reveals neither. */
export const secretHash = (secret: string): string => deriveKey(secret, 'backup').toString('hex');
