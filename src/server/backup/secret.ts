import type { DataConfig } from '../config.ts';
import { hasSecret, readOrCreateSecret } from '../data-dir.ts';
import { deriveKey } from '../services/shared/access-tokens.ts';

/** Secret that signs sessions and links. */
export interface Secret {
  value: string;
  /** True if it exists only in the data directory, so the backup has to include it. */
  isGenerated: boolean;
}

/** The configured or generated secret; null if this process doesn't know it. */
export function secretOf({ sessionSecret, databaseUrl, dataDir }: DataConfig): Secret | null {
  if (sessionSecret) return { value: sessionSecret, isGenerated: false };
  if (databaseUrl !== null || !hasSecret(dataDir)) return null;
  return { value: readOrCreateSecret(dataDir), isGenerated: true };
}

/** Hash for comparing secrets without revealing them. */
export const secretHash = (secret: string): string => deriveKey(secret, 'backup').toString('hex');
