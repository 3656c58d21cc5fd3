import { pino } from 'pino';
import type { DataConfig } from '../config.ts';
import { createDataDir, requireEmbedded, storeSecret } from '../data-dir.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import { withSystemErrorText } from '../errors/start-error.ts';
import { createLog } from '../observing/log.ts';
import type { Archive } from './archive/archive-reader.ts';
import type { Totals } from './archive/format.ts';
import { verifyBackup, verifyExport } from './archive/verify.ts';
import { type ExportedBrand, writeBrandExport } from './brand/export-brand.ts';
import { type ImportedBrand, importBrand } from './brand/import-brand.ts';
import { type RestoreResult, restoreBackup } from './restore-backup.ts';
import { secretHash, secretOf } from './secret.ts';
import { openStores, type Stores } from './stores.ts';
import { type BareDatabase, openBareEmbedded, openBareRemote } from './tables/bare-database.ts';
import { withDatabaseCopy } from './tables/database-copy.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Backs up the configured installation.
 * @throws {CommandError} for problems that the operator can fix
 */
export const backUp = (file: string, data: DataConfig): Promise<Totals> =>
  readInstallation(data, (from) => writeBackup(file, { ...from, secret: secretOf(data), now: new Date() }));

/**
 * Exports a brand of the configured installation.
 * @param named its email or ID
 * @throws {CommandError} for problems that the operator can fix
 */
export const exportBrand = (named: string, file: string, data: DataConfig): Promise<ExportedBrand> =>
  readInstallation(data, (from) => writeBrandExport(file, { ...from, named, now: new Date() }));

interface Opened {
  database: BareDatabase;
  stores: Stores;
}

/** Opens an installation for reading. Its servers may be running. */
function readInstallation<T>(data: DataConfig, read: (from: Opened) => Promise<T>): Promise<T> {
  const take = (database: BareDatabase) =>
    using(database, () => withStores(data, (stores) => read({ database, stores })));
  if (data.databaseUrl !== null) return openBareRemote(data.databaseUrl).then(take);
  requireEmbedded(data.dataDir);
  return withDatabaseCopy(data, async (copy) => take(await openBareEmbedded(copy)));
}

export interface RestoreReport {
  archive: Archive;
  foreign: RestoreResult['foreign'];
  /** State of the secret that signs sessions: stored by this restore, equal to the backup's, different from it, or unknown. */
  secret: 'stored' | 'same' | 'different' | 'unknown';
}

/**
 * Restores a backup into the configured installation.
 * @throws {CommandError} for problems that the operator can fix; nothing has been changed
 * @throws {DataDirInUseError} if a server uses the data directory
 */
export async function restore(file: string, data: DataConfig, replaces: boolean): Promise<RestoreReport> {
  const archive = await verifyBackup(file);
  const { dataDir, databaseUrl } = data;
  await withSystemErrorText('DATA_DIR', () => createDataDir(dataDir));
  const unlock = databaseUrl === null ? await lockDataDir(dataDir) : () => {};
  try {
    const database = databaseUrl === null ? await openBareEmbedded(dataDir) : await openBareRemote(databaseUrl);
    const { secret, foreign } = await using(database, () =>
      withStores(data, (stores) =>
        withSystemErrorText('The database', () => restoreBackup(archive, { database, stores, replaces })),
      ),
    );
    const isStored = secret !== null && databaseUrl === null && data.sessionSecret === null;
    if (isStored) storeSecret(dataDir, secret);
    return { archive, foreign, secret: isStored ? 'stored' : comparedSecret(archive, data) };
  } finally {
    unlock();
  }
}

/**
 * Imports an export of a brand into the configured installation.
 * @throws {CommandError} for problems that the operator can fix; nothing has been changed
 * @throws {DataDirInUseError} if a server uses the data directory
 */
export async function importBrandInto(file: string, data: DataConfig, isDryRun: boolean): Promise<ImportedBrand> {
  const archive = await verifyExport(file);
  const { dataDir, databaseUrl, filesUrl } = data;
  if (databaseUrl === null) requireEmbedded(dataDir);
  const unlock = databaseUrl === null ? await lockDataDir(dataDir) : () => {};
  try {
    const database = databaseUrl === null ? await openBareEmbedded(dataDir) : await openBareRemote(databaseUrl);
    return await using(database, () =>
      withStores(data, (stores) =>
        withSystemErrorText('The database', () =>
          importBrand(archive, { database, stores, filesUrl, now: new Date(), isDryRun }),
        ),
      ),
    );
  } finally {
    unlock();
  }
}

async function withStores<T>(data: DataConfig, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(data, createLog(pino.destination(2), 'error'));
  return using(stores, () => work(stores));
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
