// npm run admin: see the help below.
import * as v from 'valibot';
import { ulidSchema } from '#contract/wire/primitives.ts';
import { commandLineFor } from '../build.ts';
import { commands, paragraphs } from '../commands/all.ts';
import { parseDataConfig } from '../config.ts';
import type { Command } from '../control/command.ts';
import { runProgram, UsageError } from '../control/program.ts';
import { isRepeatedCommand } from '../control/run-command-once.ts';
import { runTask } from '../control/run-task.ts';

const column = 40;

/** A command's lines in the help. */
function helpOf({ name, usage, help }: Command): string[] {
  if (help === null) return [];
  const start = `  ${name} ${usage}`.trimEnd();
  const [first, ...rest] = help.split('\n').map((line) => line.trim());
  const lines = start.length < column ? [start.padEnd(column) + first] : [start, ' '.repeat(column) + first];
  return [...lines, ...rest.map((line) => ' '.repeat(column) + line)];
}

const help = `${commandLineFor('admin')} COMMAND [ARGUMENT] [OPTIONS] [--json]

Commands for the provider's team. You can run them while a server is running.

${paragraphs.map((paragraph) => paragraph.flatMap(helpOf).join('\n')).join('\n\n')}

STATUS is PENDING, APPROVED or REJECTED. Repeating a decision changes nothing.
STEPS can be PARENT_CONTRACT, CONTRACT, PACKAGE, CUSTOM_CAPTION and DRAFT.
--json prints the full result as JSON; with npm run --silent, nothing else.
--key ULID runs a command once, however often you repeat it with that key. Commands that take no key are safe to repeat.
--seen TAG refuses the command if its brand, campaign or offer has changed since show-brand, show-campaign or show-offer
printed the tag.

The data is in DATABASE_URL, or in DATA_DIR (.data), as for the server. With DATABASE_URL, start-session also needs
SESSION_SECRET. Without a server on DATA_DIR, reconcile needs the payment providers' keys, as the server does.`;

const options = Object.fromEntries([...commands.values()].flatMap((command) => Object.entries(command.options)));

await runProgram({
  help,
  options: { ...options, json: { type: 'boolean' }, key: { type: 'string' } },
  async run({ positionals: [name, ...positionals], values: { json, key, ...given } }) {
    const names = [...commands.keys()].join(', ');
    if (name === undefined) throw new UsageError(`Expected a command: ${names}.`);
    const command = commands.get(name);
    if (command === undefined) throw new UsageError(`Unknown command ${name}. Expected one of ${names}.`);
    const { input, words, open = noFile } = command.read(positionals, given);
    if (key !== undefined && !v.is(ulidSchema, key)) throw new UsageError('Expected --key with a ULID.');
    const result = await runTask(command.task, input, open, parseDataConfig(process.env), key);
    // `words` also sets the exit code, so it is called even for JSON.
    const text = isRepeatedCommand(result)
      ? `A command already ran with this key at ${result.alreadyDone}. Nothing changed.`
      : words(result);
    return json ? JSON.stringify(result, null, 2) : text;
  },
});

async function* noFile() {}
