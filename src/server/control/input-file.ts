import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from '../errors/command-error.ts';
import type { TaskFile } from './task.ts';

/** A file named on the command line. */
interface InputFile {
  sizeBytes: number;
  /** Opens the file. Its bytes are read on demand. */
  open(): TaskFile;
}

/** Resolves a path from the command line. npm scripts run in the project's folder; INIT_CWD is the caller's. */
export const resolveInputPath = (given: string): string => resolve(process.env.INIT_CWD ?? '.', given);

/**
 * Finds a file named on the command line.
 * @param expected completes "Expected …"
 * @throws {CommandError} immediately, if it can't be read
 */
export function findInputFile(given: string, expected = 'a CSV file'): InputFile {
  const path = resolveInputPath(given);
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
