import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from '../errors/command-error.ts';
import type { TaskFile } from './task.ts';

/** A file that was named on the command line. */
interface GivenFile {
  sizeBytes: number;
  /** Opens it once it is asked for. */
  open(): TaskFile;
}

/**
 * Finds a file that was named on the command line.
 * @param expected completes "Expected …"
 * @throws {CommandError} at once, for one that can't be read
 */
export function findGivenFile(given: string, expected = 'a CSV file'): GivenFile {
  // npm runs this in the project's folder, wherever it was called.
  const path = resolve(process.env.INIT_CWD ?? '.', given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`There is no file ${given}. Expected ${expected}.`);
  if (!found.isFile()) throw new CommandError(`${given} is not a file. Expected ${expected}.`);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new CommandError(`${given} can't be read: permission denied.`);
  }
  return { sizeBytes: found.size, open: () => createReadStream(path) };
}
