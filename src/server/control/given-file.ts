import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { CommandFile } from './command.ts';

/**
 * Opens a file that was named on the command line, once it is asked for.
 * @throws {CommandError} at once, for one that can't be read
 */
export function openGivenFile(given: string): () => CommandFile {
  // npm runs this in the project's folder, wherever it was called.
  const path = resolve(process.env.INIT_CWD ?? '.', given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`There is no file ${given}. Expected a CSV file.`);
  if (!found.isFile()) throw new CommandError(`${given} is not a file. Expected a CSV file.`);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new CommandError(`${given} can't be read by this user.`);
  }
  return () => createReadStream(path);
}
