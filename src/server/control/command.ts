import * as v from 'valibot';
import { UsageError } from './program.ts';
import { defineTask, type Schema, type Task, type TaskDefinition, type TaskFile } from './task.ts';

/** A parsed command line. */
interface Call<TResult> {
  input: unknown;
  /** Formats the result for the terminal. */
  words(result: TResult): string;
  /** Opens the file that the task reads. */
  open?(): TaskFile;
}

/** A command as the team types it. */
interface Typed<TResult, TNeeded extends string, TTaken extends string, TFlag extends string> {
  name: string;
  /** The command's argument and options, for `--help`. */
  usage?: string;
  /** The command's description in `--help`, line by line. Absent if the previous command's text covers both. */
  help?: string;
  /** Describes the argument, if the command has one; completes "Expected …". */
  argument?: string;
  /** Required options, each with the message shown if it's missing. */
  needs?: Readonly<Record<TNeeded, string>>;
  /** Options that can be omitted. */
  takes?: readonly TTaken[];
  /** Options without a value. */
  flags?: readonly TFlag[];
  /** @throws {UsageError} for invalid values */
  call(
    argument: string,
    values: Readonly<Record<TNeeded, string> & Partial<Record<TTaken, string>> & Record<TFlag, boolean>>,
  ): Call<TResult>;
}

/** A command of `npm run admin`. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly help: string | null;
  readonly options: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  readonly task: Task;
  /** Parses a command line. @throws {UsageError} if it isn't valid for the command */
  read(positionals: readonly string[], given: Readonly<Record<string, unknown>>): Call<unknown>;
}

/** Creates a command together with its own task, under the same name. */
export const defineCommand = <
  TInput extends Schema,
  TResult extends Schema,
  TNeeded extends string = never,
  TTaken extends string = never,
  TFlag extends string = never,
>(
  definition: Typed<v.InferOutput<TResult>, TNeeded, TTaken, TFlag> & TaskDefinition<TInput, TResult>,
): Command => commandFor(defineTask(definition), definition);

/** Creates a command for a task that several commands share, or whose name differs from the command's. */
export function commandFor<
  TResult extends Schema,
  TNeeded extends string = never,
  TTaken extends string = never,
  TFlag extends string = never,
>(task: Task<Schema, TResult>, typed: Typed<v.InferOutput<TResult>, TNeeded, TTaken, TFlag>): Command {
  const { name, usage = '', help = null, argument, needs = {}, takes = [], flags = [], call } = typed;
  const options: Command['options'] = Object.fromEntries([
    ...[...Object.keys(needs), ...takes].map((option) => [option, { type: 'string' }] as const),
    ...flags.map((option) => [option, { type: 'boolean' }] as const),
  ]);
  return {
    name,
    usage,
    help,
    options,
    task,
    read([typedArgument, ...more], given) {
      if (argument !== undefined && typedArgument === undefined) throw new UsageError(`Expected ${argument}.`);
      if (more.length > 0 || (argument === undefined && typedArgument !== undefined)) {
        throw new UsageError(`${name} takes ${argument === undefined ? 'no argument' : 'one argument'}.`);
      }
      const unknown = Object.keys(given).find((option) => !Object.hasOwn(options, option));
      if (unknown !== undefined) throw new UsageError(`${name} has no option --${unknown}.`);
      for (const [option, message] of Object.entries<string>(needs)) {
        if (given[option] === undefined) throw new UsageError(message);
      }
      // Values are in the definition's order, so that a key's hash doesn't depend on the order of the typed options.
      const values = Object.entries(options).flatMap(([option, { type }]) => {
        const value = type === 'boolean' ? given[option] === true : given[option];
        return value === undefined ? [] : [[option, value] as const];
      });
      return call(typedArgument ?? '', Object.fromEntries(values) as Parameters<typeof call>[1]);
    },
  };
}

/** Text that isn't blank. @param what completes "Expected …" */
export const nonBlankText = (what: string, longest = 2000) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(`Expected ${what}.`), v.maxLength(longest));

/** Splits `a, b` into 'a' and 'b'. */
export const namesIn = (typed = '') => typed.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));

/** Parses an amount in dollars: '99.50' becomes 9950. @throws {UsageError} if it isn't an amount */
export function centsOf(typed: string): number {
  const [, dollars, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  if (dollars === undefined) throw new UsageError('Expected an amount such as 250 or 99.50.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** Suffix of a command's output that tells the team if the command had no effect. */
export const unchangedSuffix = (changed: boolean) => (changed ? '' : ' Nothing changed.');
