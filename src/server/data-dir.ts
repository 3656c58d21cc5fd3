import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './errors/command-error.ts';

/** Makes the data directory, which only this user may read. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

/** @throws {CommandError} if a data directory has no embedded database */
export function requireEmbedded(dataDir: string): void {
  if (existsSync(join(dataDir, 'pg'))) return;
  throw new CommandError(`There is no database in ${dataDir}. Start Afield once, or set DATA_DIR to the right folder.`);
}

const secretFile = (dataDir: string) => join(dataDir, 'session-secret');

/** True if the data directory has a secret that signs sessions. */
export const hasSecret = (dataDir: string): boolean => existsSync(secretFile(dataDir));

/** The secret that signs sessions, made at the first start. */
export function readOrMakeSecret(dataDir: string): string {
  if (!hasSecret(dataDir)) storeSecret(dataDir, randomBytes(48).toString('base64url'));
  return readFileSync(secretFile(dataDir), 'utf8').trim();
}

/** Stores the secret that signs sessions, in place of one that is there. */
export function storeSecret(dataDir: string, secret: string): void {
  const file = secretFile(dataDir);
  // Whole before it has its name: a start that is cut off leaves no half of a secret.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, secret, { mode: 0o600 });
  renameSync(draft, file);
}
