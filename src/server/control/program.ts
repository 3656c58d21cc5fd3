import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { DataDirInUseError } from '../data-dir-lock.ts';
import { ApiError } from '../errors/api-error.ts';
import { CommandError } from '../errors/command-error.ts';
import { StartError } from '../errors/start-error.ts';

/** Thrown for an invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Program<T extends ParseArgsConfig['options']> {
  /** Text of `--help`; its first line is also shown for invalid usage. */
  help: string;
  options: T;
  run(args: { positionals: string[]; values: ReturnType<typeof parse<T>>['values'] }): Promise<string>;
}

function parse<T extends ParseArgsConfig['options']>(options: T) {
  return parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
}

/**
 * Runs a command-line program: prints its result, or a plain message if it fails. The exit code is 0 for success, 1 for
 * a failure, and 2 for invalid usage or settings.
 */
export async function runProgram<T extends ParseArgsConfig['options']>({
  help,
  options,
  run,
}: Program<T>): Promise<void> {
  try {
    const { positionals, values } = parsed(() => parse({ ...options, help: { type: 'boolean', short: 'h' } }));
    console.log('help' in values && values.help ? help : await run({ positionals, values: values as never }));
  } catch (error) {
    process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
    console.error(wordsFor(error, help));
  }
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wordsFor(error: unknown, help: string): unknown {
  if (error instanceof UsageError) return `${error.message}\nUsage: ${help.split('\n', 1)[0]}\nMore: --help`;
  if (error instanceof ConfigError)
    return `These settings can't be used:\n${error.problems.map((text) => `  ${text}`).join('\n')}`;
  const isForOperator = [CommandError, StartError, ApiError, DataDirInUseError].some((kind) => error instanceof kind);
  return isForOperator && error instanceof Error ? error.message : error;
}
