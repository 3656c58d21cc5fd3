import type * as v from 'valibot';
import { parseDataConfig } from '../../config.ts';
import type { Command, CommandFile } from '../../control/command.ts';
import { runCommand } from '../../control/run-command.ts';

/** Every option of the admin's verbs. */
export const optionNames = [
  ...(['status', 'reason', 'days', 'credit', 'debit', 'note', 'to', 'asks', 'stage', 'carrier', 'tracking'] as const),
  ...(['link', 'changes', 'offered', 'submit', 'silent-days', 'dry-run'] as const),
] as const;
/** Options that are said or not; as a value of theirs 'yes' stands. */
export const flagNames: readonly OptionName[] = ['dry-run'];
export type OptionName = (typeof optionNames)[number];
export type Values = Partial<Record<OptionName, string>>;

/** One verb of `npm run admin`. */
export interface Verb {
  /** What its argument is, where it has one. */
  argument?: string;
  takes: readonly OptionName[];
  run(argument: string, values: Values): Promise<{ result: unknown; words: string }>;
}

/** Verbs of one subject, and what `--help` says of them. */
export interface Verbs {
  help: string;
  verbs: Readonly<Record<string, Verb>>;
}

/** Has a command done and puts what it answers into words. */
export async function verbResult<R extends v.GenericSchema<unknown, unknown>>(
  command: Command<v.GenericSchema<unknown, unknown>, R>,
  input: unknown,
  words: (result: v.InferOutput<R>) => string,
  file: () => CommandFile = async function* noFile() {},
) {
  const result = await runCommand(command, input, file, parseDataConfig(process.env));
  return { result, words: words(result) };
}

/** `a, b` as 'a' and 'b'. */
export const namesIn = (typed = '') => typed.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));

/** Ends a sentence of something that was done, or stood before. */
export const decided = (changed: boolean) => (changed ? '' : ' It was before.');
