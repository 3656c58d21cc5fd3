import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { CommandError } from '../errors/command-error.ts';
import type { FileStore } from '../services/files/stores/file-store.ts';
import type { UploadStore } from '../services/files/transfers/upload-store.ts';
import type { PaymentProviders } from '../services/ledger/payments/provider.ts';
import type { LookUpPost } from '../services/posts/lookups/look-up.ts';
import { actOnce } from './act-once.ts';

/** Context of a task, whichever process it runs in. */
export interface TaskContext {
  db: Database;
  /** Rows in a statement of many, if it is known: see OpenDatabase. */
  rowsAtOnce?: number;
  now(): Date;
  /**
   * Secret that signs sessions.
   * @throws {CommandError} where this process doesn't know it
   */
  sessionSecret(): string;
  /** Address at which the team reaches the server, without a slash at the end. */
  publicUrl: string;
  /** The payment providers. */
  payments(): Promise<PaymentProviders>;
  /** Opens the store of uploaded drafts; the caller closes it. */
  uploadStore(): Promise<UploadStore>;
  /** Opens the store of files; the caller closes it. */
  fileStore(): Promise<FileStore>;
  /** Asks platforms about posts; does nothing where that is switched off. */
  lookUpPost: LookUpPost;
  /** Copies the embedded database for a backup, and names the place of the files: in the server that runs on it alone. */
  copyDatabase?(): Promise<{ filesAt: string }>;
}

export type Schema = v.GenericSchema<unknown, unknown>;
export type TaskFile = AsyncIterable<Uint8Array>;

/** A command's work, done in the server or, if none is running, in the command's own process. */
export interface Task<TInput extends Schema = Schema, TResult extends Schema = Schema> {
  /** Goes over the socket and into the hash beside a key, so it stays the same in every version. */
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
   * True if the task changes something in one transaction on the context's database alone, and so can be given a key. Others
   * are safe to repeat by themselves.
   */
  acts?: boolean;
  /** Does before the transaction what takes time, such as asking a platform. */
  prepare?(context: TaskContext, input: v.InferOutput<TInput>): Promise<TaskContext>;
  run(context: TaskContext, input: v.InferOutput<TInput>, file: TaskFile): Promise<v.InferInput<TResult>>;
}

/** Makes a task, whose input is parsed before it runs: it may come from another process. */
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
      if (!acts) throw new CommandError(`${name} takes no key: repeating it does no harm.`);
      const asked = [name, parsed.output] as const;
      const { db, now } = prepared;
      return actOnce({ db, key, asked, now: now(), run: (tx) => run({ ...prepared, db: tx }, parsed.output, file) });
    },
  };
}
