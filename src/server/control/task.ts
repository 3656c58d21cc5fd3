import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { CommandError } from '../errors/command-error.ts';
import type { FileStore } from '../services/files/stores/file-store.ts';
import type { UploadStore } from '../services/files/transfers/upload-store.ts';
import type { PaymentProviders } from '../services/ledger/payments/provider.ts';
import type { LookUpPost } from '../services/posts/lookups/look-up.ts';
import { runCommandOnce } from './run-command-once.ts';

/** Context of a task, in any process. */
export interface TaskContext {
  db: Database;
  /** Maximum rows per statement, if known: see OpenDatabase. */
  rowsAtOnce?: number;
  now(): Date;
  /**
   * Secret that signs sessions.
   * @throws {CommandError} if it is unknown to this process
   */
  sessionSecret(): string;
  /** The server's public URL, without a trailing slash. */
  publicUrl: string;
  payments(): Promise<PaymentProviders>;
  /** Opens the store of uploaded drafts. The caller closes it. */
  uploadStore(): Promise<UploadStore>;
  /** Opens the file store. The caller closes it. */
  fileStore(): Promise<FileStore>;
  /** Looks up posts on their platforms; does nothing if lookups are disabled. */
  lookUpPost: LookUpPost;
  /** Copies the embedded database for a backup and identifies the file store. Only the server that uses that database has it. */
  copyDatabase?(): Promise<{ filesAt: string }>;
}

export type Schema = v.GenericSchema<unknown, unknown>;
export type TaskFile = AsyncIterable<Uint8Array>;

/** A command's work, done in the server or, if none is running, in the command's own process. */
export interface Task<TInput extends Schema = Schema, TResult extends Schema = Schema> {
  /** The name is sent over the socket and is part of a key's hash, so it must not change between versions. */
  readonly name: string;
  readonly input: TInput;
  readonly result: TResult;
  /** @throws {CommandError} for problems that the operator can fix */
  execute(context: TaskContext, input: unknown, file: TaskFile, key?: string): Promise<unknown>;
}

export interface TaskDefinition<TInput extends Schema, TResult extends Schema> {
  name: string;
  input: TInput;
  result: TResult;
  /**
   * True if the task makes its change in a single transaction on the context's database, and can therefore take a key.
   * Other tasks must be safe to repeat.
   */
  acts?: boolean;
  /** Does slow work before the transaction, such as a lookup on a platform. */
  prepare?(context: TaskContext, input: v.InferOutput<TInput>): Promise<TaskContext>;
  run(context: TaskContext, input: v.InferOutput<TInput>, file: TaskFile): Promise<v.InferInput<TResult>>;
}

/** Creates a task that parses its input before running, since the input may come from another process. */
export function defineTask<TInput extends Schema, TResult extends Schema>({
  name,
  input,
  result,
  acts = false,
  prepare = async (context) => context,
  run,
}: TaskDefinition<TInput, TResult>): Task<TInput, TResult> {
  return {
    name,
    input,
    result,
    async execute(context, given, file, key) {
      const parsed = v.safeParse(input, given);
      if (!parsed.success) {
        const [issue] = parsed.issues;
        throw new CommandError(`${v.getDotPath(issue) ?? 'input'}: ${issue.message}`);
      }
      const prepared = await prepare(context, parsed.output);
      if (key === undefined) return run(prepared, parsed.output, file);
      if (!acts) throw new CommandError(`${name} takes no --key: it is safe to repeat.`);
      const asked = [name, parsed.output] as const;
      const { db, now } = prepared;
      return runCommandOnce({
        db,
        key,
        asked,
        now: now(),
        run: (tx) => run({ ...prepared, db: tx }, parsed.output, file),
      });
    },
  };
}
