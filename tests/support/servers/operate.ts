import { tasks } from '#server/commands/all.ts';
import type { Task } from '#server/control/task.ts';
import { noLookups } from '#server/services/posts/lookups/look-up.ts';
import { pieces } from '../calls/metrics.ts';
import type { TestServer } from './server.ts';

/**
 * Runs a task on a test's database as the server does for `npm run admin`.
 * @param file content of the file that the task reads
 * @throws {CommandError} for an error that the operator can fix
 */
export async function operate<T>(
  { db, clock, uploads, uploadStore, secret }: Pick<TestServer, 'db' | 'clock'> & Partial<TestServer>,
  name: string,
  input: object,
  file = '',
  key?: string,
): Promise<T> {
  const task = taskNamed(name);
  const unneeded = () => {
    throw new Error(`A test has ${name} done without this`);
  };
  const context = { db, now: clock.now, lookUpPost: noLookups };
  const stores = {
    uploadStore: uploadStore === undefined ? unneeded : async () => ({ ...uploadStore, close: () => {} }),
    fileStore: uploads === undefined ? unneeded : async () => ({ ...uploads.store, close: () => {} }),
  };
  const sessionSecret = secret === undefined ? unneeded : () => secret;
  const rest = { sessionSecret, publicUrl: 'https://afield.test', payments: unneeded, ...stores };
  return (await task.execute({ ...context, ...rest }, input, pieces(file), key)) as T;
}

/** A server task by its name. */
export function taskNamed(name: string): Task {
  const task = tasks.get(name);
  if (task === undefined) throw new Error(`Unknown task ${name}`);
  return task;
}
