import { constants, mkdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import * as v from 'valibot';
import type { S3Config } from '#server/config/s3.ts';
import type { DataConfig } from '#server/config.ts';
import { callServer } from '#server/control/client.ts';
import { defineTask } from '#server/control/task.ts';
import { withDataDir } from '#server/control/with-data-dir.ts';
import { DataDirInUseError, lockDataDir } from '#server/data-dir-lock.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { systemCodeOf } from '#server/errors/system-code.ts';

// The embedded database has one connection, so a backup's snapshot would block every request until it ends. Copying its
// folder blocks them only briefly, and another process reads the copy.

const copyFolder = (dataDir: string) => join(dataDir, 'backup-copy');

/** Copies the database's folder while no statement runs. The copy recovers like a database whose process was killed. */
export async function copyEmbedded(client: PGlite, dataDir: string): Promise<void> {
  // A checkpoint leaves the copy less to recover.
  await client.exec('CHECKPOINT');
  await client.runExclusive(() => copyDatabaseFolder(dataDir));
}

async function copyDatabaseFolder(dataDir: string): Promise<void> {
  const [from, to] = [join(dataDir, 'pg'), join(copyFolder(dataDir), 'pg')];
  try {
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (error) {
    if (!(error instanceof Error) || systemCodeOf(error) === undefined) throw error;
    throw new CommandError(`The database can't be copied to ${to}: ${error.message}.`, { cause: error });
  }
}

/** Identifies the file store without its secrets. */
export const placeOfFiles = (s3: S3Config | null): string =>
  s3 === null ? 'DATA_DIR' : `the bucket ${s3.bucket}${s3.endpoint === null ? '' : ` at ${s3.endpoint}`}`;

export const copyDatabaseTask = defineTask({
  name: 'copy-database',
  input: v.object({}),
  result: v.object({ filesAt: v.string() }),
  run: async ({ copyDatabase }) => {
    if (copyDatabase === undefined) throw new CommandError('Only a server on the embedded database can copy it.');
    return copyDatabase();
  },
});

/**
 * Copies the embedded database, through the running server if there is one, otherwise directly. `read` receives the
 * copy's data directory, which is deleted afterwards.
 * @throws {CommandError} if another backup is running, or the server's file store differs from these settings
 */
export async function withDatabaseCopy<T>({ dataDir, s3 }: DataConfig, read: (copy: string) => Promise<T>): Promise<T> {
  const folder = copyFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await lockCopy(folder);
  try {
    rmSync(join(folder, 'pg'), { recursive: true, force: true });
    const filesAt = await withDataDir(dataDir, {
      own: async () => {
        await copyDatabaseFolder(dataDir);
        return placeOfFiles(s3);
      },
      call: async () => {
        const result = await callServer(dataDir, { command: copyDatabaseTask.name, input: {} }, noFile);
        return v.parse(copyDatabaseTask.result, result).filesAt;
      },
    });
    if (filesAt !== placeOfFiles(s3))
      throw new CommandError(
        `The running server keeps files in ${filesAt}. Set the same S3_* variables as for the server.`,
      );
    return await read(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Deleting the folder releases the lock. */
async function lockCopy(folder: string): Promise<void> {
  try {
    await lockDataDir(folder);
  } catch (error) {
    if (error instanceof DataDirInUseError) throw new CommandError('Another backup of this DATA_DIR is running.');
    throw error;
  }
}

async function* noFile() {}
