import { resolve } from 'node:path';
import { pino } from 'pino';
import type { DataConfig } from '../config.ts';
import { makeDataDir, requireEmbedded, storeSecret } from '../data-dir.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import { createLog } from '../log.ts';
import { orSay } from '../start-error.ts';
import { type Archive, verifyArchive } from './archive-reader.ts';
import { type BareDatabase, openBareEmbedded, openBareRemote } from './bare-database.ts';
import { withDatabaseCopy } from './database-copy.ts';
import type { Totals } from './format.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';
import { secretHash, secretOf } from './secret.ts';
import { openStores } from './stores.ts';
import { takeBackup } from './take-backup.ts';

/**
 * Backs up the installation that the settings name.
 * @throws {CommandError} for what the operator can mend
 */
export function backUp(file: string, data: DataConfig): Promise<Totals> {
  const take = (database: BareDatabase) =>
    using(database, async () => {
      const stores = await openStores(data, createLog(pino.destination(2), 'error'));
      return using(stores, () => takeBackup(file, { database, stores, secret: secretOf(data), now: new Date() }));
    });
  if (data.databaseUrl !== null) return openBareRemote(data.databaseUrl).then(take);
  requireEmbedded(data.dataDir);
  return withDatabaseCopy(data, async (copy) => take(await openBareEmbedded(copy)));
}

export interface RestoreReport {
  archive: Archive;
  foreign: Restored['foreign'];
  /** The secret that servers need: stored now, the same as before, another, or one that isn't known here. */
  secret: 'stored' | 'same' | 'different' | 'unknown';
}

/**
 * Restores a backup into the installation that the settings name.
 * @throws {CommandError} for what the operator can mend; nothing has changed then
 * @throws {DataDirInUseError} while a server runs on the data directory
 */
export async function restore(file: string, data: DataConfig, replaces: boolean): Promise<RestoreReport> {
  const archive = await verifyArchive(file);
  const { dataDir, databaseUrl } = data;
  await orSay('DATA_DIR', () => makeDataDir(dataDir));
  const unlock = databaseUrl === null ? await lockDataDir(dataDir) : () => {};
  try {
    const database = databaseUrl === null ? await openBareEmbedded(dataDir) : await openBareRemote(databaseUrl);
    const { secret, foreign } = await using(database, async () => {
      const stores = await openStores(data, createLog(pino.destination(2), 'error'));
      return using(stores, () => orSay('The database', () => restoreBackup(archive, { database, stores, replaces })));
    });
    const isStored = secret !== null && databaseUrl === null && data.sessionSecret === null;
    if (isStored) storeSecret(dataDir, secret);
    return { archive, foreign, secret: isStored ? 'stored' : comparedSecret(archive, data) };
  } finally {
    unlock();
  }
}

function comparedSecret({ manifest }: Archive, data: DataConfig): RestoreReport['secret'] {
  const secret = secretOf(data);
  if (secret === null || manifest.secretHash === null) return 'unknown';
  return secretHash(secret.value) === manifest.secretHash ? 'same' : 'different';
}

async function using<T>(opened: { close(): unknown }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await opened.close();
  }
}

/** Path of a file that was named on the command line: npm runs this in the project's folder, wherever it was called. */
export const givenPath = (given: string): string => resolve(process.env.INIT_CWD ?? '.', given);
