import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './errors/command-error.ts';

/** Creates the data directory, readable only by this user. */
export function createDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

/** @throws {CommandError} if a data directory has no embedded database */
export function requireEmbedded(dataDir: string): void {
  if (existsSync(join(dataDir, 'pg'))) return;
  throw new CommandError(`There is no database in ${dataDir}. Start Afield once, or set DATA_DIR to the right folder.`);
}

const secretFile = (dataDir: string) => join(dataDir, 'session-secret');

/** True if the data directory has a session secret. */
export const hasSecret = (dataDir: string): boolean => existsSync(secretFile(dataDir));

/** The secret that signs sessions, generated at the first start. */
export function readOrCreateSecret(dataDir: string): string {
  if (!hasSecret(dataDir)) storeSecret(dataDir, randomBytes(48).toString('base64url'));
  return readFileSync(secretFile(dataDir), 'utf8').trim();
}

/** Stores the secret that signs sessions, replacing any existing one. */
export function storeSecret(dataDir: string, secret: string): void {
  const file = secretFile(dataDir);
  // Write then rename, so that an interrupted start never leaves a truncated secret.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, secret, { mode: 0o600 });
  renameSync(draft, file);
}
