import * as v from 'valibot';
import { UsageError } from './program.ts';
import { defineTask, type Schema, type Task, type TaskDefinition, type TaskFile } from './task.ts';

/** A command line that was read. */
interface Call<TResult> {
  input: unknown;
  /** Puts the result into words. */
  words(result: TResult): string;
  /** Opens the file that the task reads. */
  open?(): TaskFile;
}

/** A command as the team types it. */
interface Typed<TResult, TNeeded extends string, TTaken extends string, TFlag extends string> {
  name: string;
  /** Its argument and options, as `--help` shows them. */
  usage?: string;
  /** Its text in `--help`, line by line. Absent if the command before it describes both. */
  help?: string;
  /** Its argument, if it has one: completes "Expected …". */
  argument?: string;
  /** Options that it needs, each with the message if it's missing. */
  needs?: Readonly<Record<TNeeded, string>>;
  /** Options that it can do without. */
  takes?: readonly TTaken[];
  /** Options without a value. */
  flags?: readonly TFlag[];
  /** @throws {UsageError} for values that can't be read */
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
  /** Reads a command line. @throws {UsageError} for one that the command doesn't know */
  read(positionals: readonly string[], given: Readonly<Record<string, unknown>>): Call<unknown>;
}

/** Makes a command with a task of its own, which has the command's name. */
export const defineCommand = <
  TInput extends Schema,
  TResult extends Schema,
  TNeeded extends string = never,
  TTaken extends string = never,
  TFlag extends string = never,
>(
  definition: Typed<v.InferOutput<TResult>, TNeeded, TTaken, TFlag> & TaskDefinition<TInput, TResult>,
): Command => commandFor(defineTask(definition), definition);

/** Makes a command for a task that other commands share, or that has another name. */
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
      if (unknown !== undefined) throw new UsageError(`${name} takes no --${unknown}.`);
      for (const [option, message] of Object.entries<string>(needs)) {
        if (given[option] === undefined) throw new UsageError(message);
      }
      // In the order of the definition: a key's hash is the same however the options were ordered.
      const values = Object.entries(options).flatMap(([option, { type }]) => {
        const value = type === 'boolean' ? given[option] === true : given[option];
        return value === undefined ? [] : [[option, value] as const];
      });
      return call(typedArgument ?? '', Object.fromEntries(values) as Parameters<typeof call>[1]);
    },
  };
}

/** Text that was typed and isn't empty. @param what completes "Expected …" */
export const filled = (what: string, longest = 2000) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(`Expected ${what}.`), v.maxLength(longest));

/** `a, b` as 'a' and 'b'. */
export const namesIn = (typed = '') => typed.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));

/** '99.50' as 9950. @throws {UsageError} for what is no amount */
export function centsOf(typed: string): number {
  const [, dollars, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  if (dollars === undefined) throw new UsageError('Expected an amount such as 250 or 99.50.');
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** End of a sentence about a decision: says if it was made before. */
export const decided = (changed: boolean) => (changed ? '' : ' Nothing changed.');
