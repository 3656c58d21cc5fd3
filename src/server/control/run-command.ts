import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import * as v from 'valibot';
import { CommandError } from '../command-error.ts';
import type { DataConfig } from '../config.ts';
import { readOrMakeSecret } from '../data-dir.ts';
import { DataDirInUseError, lockDataDir } from '../data-dir-lock.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { openRemote } from '../database/remote.ts';
import { createLog } from '../log.ts';
import { configuredFileStore } from '../services/files/store.ts';
import { configuredUploadStore } from '../services/files/transfers/configured-store.ts';
import { draftKind } from '../services/files/transfers/upload-store.ts';
import { configuredProviders } from '../services/ledger/payments/configured.ts';
import { configuredLookups } from '../services/posts/lookups/look-up.ts';
import { type AlreadyDone, isAlreadyDone } from './act-once.ts';
import { callServer, NoServerError } from './client.ts';
import type { Command, CommandFile } from './command.ts';

/** A server that starts holds its data directory for seconds before it takes commands. */
const timeoutMs = 20_000;
const pauseMs = 200;

/**
 * Does a command where it can be done: on the database that `DATABASE_URL` names, in the server that runs on the data
 * directory, or, where none runs, on the embedded database itself.
 * @param openFile what the command reads; asked for once the command is taken
 * @param key does the command once, however often it is run with this key
 * @throws {CommandError} for what the operator can mend; nothing has changed then
 */
export async function runCommand<TResult extends v.GenericSchema<unknown, unknown>>(
  command: Command<v.GenericSchema<unknown, unknown>, TResult>,
  input: unknown,
  openFile: () => CommandFile,
  data: DataConfig,
  key?: string,
): Promise<v.InferOutput<TResult> | AlreadyDone> {
  const asked = { command, input, openFile, data, key };
  const result =
    data.databaseUrl === null
      ? await runOnDataDir(asked)
      : await runOn(asked, () => openRemote(data.databaseUrl as string, { onIdleError: () => {} }));
  return isAlreadyDone(result) ? result : v.parse(command.result, result);
}

interface Asked {
  command: Command;
  input: unknown;
  openFile: () => CommandFile;
  data: DataConfig;
  key: string | undefined;
}

async function runOn(
  { command, input, openFile, data, key }: Asked,
  open: () => Promise<OpenDatabase>,
): Promise<unknown> {
  const database = await open();
  const { db, rowsAtOnce } = database;
  const now = () => new Date();
  const payments = () => configuredProviders(data.payments, { db, now });
  const log = createLog(pino.destination(2), 'error');
  const uploadStore = () => configuredUploadStore(draftKind, data, db, log);
  const fileStore = () => configuredFileStore(data, log);
  const context = {
    db,
    rowsAtOnce,
    now,
    payments,
    uploadStore,
    fileStore,
    publicUrl: data.publicUrl,
    sessionSecret: () => secretOf(data),
    lookUpPost: configuredLookups(data),
  };
  try {
    return await command.execute(context, input, openFile(), key);
  } finally {
    await database.close();
  }
}

function secretOf({ dataDir, databaseUrl, sessionSecret }: DataConfig): string {
  if (sessionSecret) return sessionSecret;
  if (databaseUrl === null) return readOrMakeSecret(dataDir);
  throw new CommandError('Set SESSION_SECRET to the same value as on the servers.');
}

async function runOnDataDir(asked: Asked): Promise<unknown> {
  const { command, input, openFile, data, key } = asked;
  const { dataDir } = data;
  if (!existsSync(join(dataDir, 'pg'))) {
    throw new CommandError(
      `There is no database in ${dataDir}. Start Afield once, or set DATA_DIR to the right folder.`,
    );
  }
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const lock = await tryLock(dataDir);
    if (typeof lock === 'function') {
      try {
        return await runOn(asked, () => openEmbedded({ dataDir }));
      } finally {
        lock();
      }
    }
    try {
      return await callServer(
        dataDir,
        { command: command.name, input, ...(key === undefined ? {} : { key }) },
        openFile,
      );
    } catch (error) {
      if (!(error instanceof NoServerError)) throw error;
      if (performance.now() > deadlineMs) throw new CommandError(`${lock.message} It isn't accepting commands.`);
    }
    await wait(pauseMs);
  }
}

/** Returns the data directory's release, or why it can't be had. */
async function tryLock(dataDir: string): Promise<(() => void) | DataDirInUseError> {
  try {
    return await lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirInUseError) return error;
    throw error;
  }
}
