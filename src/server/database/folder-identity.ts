import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells the embedded database's folder from a copy of it, which has other files: PG_VERSION is written once, when the database
 * is made.
 */
export function folderIdentity(dataDir: string): string {
  const { ino, birthtimeMs } = statSync(join(dataDir, 'pg', 'PG_VERSION'));
  return `${ino}-${Math.floor(birthtimeMs)}`;
}
