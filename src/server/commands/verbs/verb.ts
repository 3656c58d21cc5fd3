import type * as v from 'valibot';
import { parseDataConfig } from '#server/config.ts';
import { isAlreadyDone } from '#server/control/act-once.ts';
import type { Command, CommandFile } from '#server/control/command.ts';
import { UsageError } from '#server/control/program.ts';
import { runCommand } from '#server/control/run-command.ts';

/** Every option of the admin's verbs. */
export const optionNames = [
  ...(['status', 'reason', 'days', 'credit', 'debit', 'note', 'to', 'asks', 'stage', 'carrier', 'tracking'] as const),
  ...([
    'link',
    'changes',
    'offered',
    'submit',
    'review',
    'silent-days',
    'dry-run',
    'fee',
    'creators',
    'email',
    'file',
    'caption',
  ] as const),
  ...([
    'title',
    'description',
    'tag',
    'tags',
    'from',
    'platform',
    'username',
    'first-name',
    'last-name',
    'confirm',
    'originals',
    'today',
    'seen',
    'cpm',
    'hashtag',
    'amount',
    'csv',
    'state',
    'even-if-sent',
    'campaign',
  ] as const),
] as const;
/** Options without a value; one that is given gets the value 'yes'. */
export const flagNames: readonly OptionName[] = [
  ...(['dry-run', 'confirm', 'originals', 'today', 'csv', 'even-if-sent'] as const),
];
export type OptionName = (typeof optionNames)[number];
export type Values = Partial<Record<OptionName, string>>;

/** Runs a verb's command, once for a key if one is given. */
type VerbCall = (key: string | undefined) => Promise<{ result: unknown; words: string }>;

/** One verb of `npm run admin`. */
export interface Verb {
  /** Name of its argument, where it has one. */
  argument?: string;
  takes: readonly OptionName[];
  run(argument: string, values: Values): VerbCall;
}

/** Verbs of one subject, and what `--help` says of them. */
export interface Verbs {
  help: string;
  verbs: Readonly<Record<string, Verb>>;
}

/** Gives what runs a command and puts its result into words. */
export const verbResult =
  <R extends v.GenericSchema<unknown, unknown>>(
    command: Command<v.GenericSchema<unknown, unknown>, R>,
    input: unknown,
    words: (result: v.InferOutput<R>) => string,
    file: () => CommandFile = async function* noFile() {},
  ): VerbCall =>
  async (key) => {
    const result = await runCommand(command, input, file, parseDataConfig(process.env), key);
    return isAlreadyDone(result)
      ? { result, words: `Already done with this key at ${result.alreadyDone}. Nothing changed.` }
      : { result, words: words(result) };
  };

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
