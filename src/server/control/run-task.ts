import { pino } from 'pino';
import * as v from 'valibot';
import type { DataConfig } from '../config.ts';
import { readOrCreateSecret, requireEmbedded } from '../data-dir.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { openRemote } from '../database/remote.ts';
import { CommandError } from '../errors/command-error.ts';
import { createLog } from '../observing/log.ts';
import { configuredFileStore } from '../services/files/stores/store.ts';
import { configuredUploadStore } from '../services/files/transfers/configured-store.ts';
import { draftKind } from '../services/files/transfers/upload-store.ts';
import { configuredProviders } from '../services/ledger/payments/configured.ts';
import { configuredLookups } from '../services/posts/lookups/look-up.ts';
import { callServer } from './client.ts';
import { isRepeatedCommand, type RepeatedCommand } from './run-command-once.ts';
import type { Schema, Task, TaskFile } from './task.ts';
import { withDataDir } from './with-data-dir.ts';

/**
 * Runs a task in the right place: on the database at `DATABASE_URL`; in the server that uses the data directory; or, if
 * no server is running, directly on the embedded database.
 * @param openFile opens the task's file; called once the task is accepted
 * @param key idempotency key: the task runs only once, even if the call is repeated with the key
 * @throws {CommandError} for problems that the operator can fix; nothing has been changed
 */
export async function runTask<TResult extends Schema>(
  task: Task<Schema, TResult>,
  input: unknown,
  openFile: () => TaskFile,
  data: DataConfig,
  key?: string,
): Promise<v.InferOutput<TResult> | RepeatedCommand> {
  const asked = { task, input, openFile, data, key };
  const { databaseUrl } = data;
  const result =
    databaseUrl === null
      ? await runOnDataDir(asked)
      : await runOn(asked, () => openRemote(databaseUrl, { onIdleError: () => {} }));
  return isRepeatedCommand(result) ? result : v.parse(task.result, result);
}

interface Asked {
  task: Task;
  input: unknown;
  openFile: () => TaskFile;
  data: DataConfig;
  key: string | undefined;
}

async function runOn({ task, input, openFile, data, key }: Asked, open: () => Promise<OpenDatabase>): Promise<unknown> {
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
    return await task.execute(context, input, openFile(), key);
  } finally {
    await database.close();
  }
}

function secretOf({ dataDir, databaseUrl, sessionSecret }: DataConfig): string {
  if (sessionSecret) return sessionSecret;
  if (databaseUrl === null) return readOrCreateSecret(dataDir);
  throw new CommandError('Set SESSION_SECRET to the same value as on the servers.');
}

async function runOnDataDir(asked: Asked): Promise<unknown> {
  const { task, input, openFile, data, key } = asked;
  const { dataDir } = data;
  requireEmbedded(dataDir);
  return withDataDir(dataDir, {
    own: () => runOn(asked, () => openEmbedded({ dataDir })),
    call: () => callServer(dataDir, { command: task.name, input, ...(key === undefined ? {} : { key }) }, openFile),
  });
}
