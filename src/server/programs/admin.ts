// npm run admin: see the help below.
import * as v from 'valibot';
import { ulidSchema } from '#contract/primitives.ts';
import { callOf } from '../build.ts';
import { brandVerbs } from '../commands/verbs/brands.ts';
import { campaignVerbs } from '../commands/verbs/campaigns.ts';
import { creatorVerbs } from '../commands/verbs/creators.ts';
import { holdVerbs } from '../commands/verbs/holds.ts';
import { jobVerbs } from '../commands/verbs/jobs.ts';
import { linkVerbs } from '../commands/verbs/links.ts';
import { moneyVerbs } from '../commands/verbs/money.ts';
import { offerVerbs } from '../commands/verbs/offers.ts';
import { personalDataVerbs } from '../commands/verbs/personal-data.ts';
import { serverVerbs } from '../commands/verbs/server.ts';
import { tagVerbs } from '../commands/verbs/tags.ts';
import { templateVerbs } from '../commands/verbs/templates.ts';
import { flagNames, optionNames, type Verb } from '../commands/verbs/verb.ts';
import { runProgram, UsageError } from '../control/program.ts';

const subjects = [
  brandVerbs,
  campaignVerbs,
  creatorVerbs,
  linkVerbs,
  offerVerbs,
  tagVerbs,
  templateVerbs,
  moneyVerbs,
  holdVerbs,
  personalDataVerbs,
  jobVerbs,
  serverVerbs,
];
const verbs: Readonly<Record<string, Verb>> = Object.assign({}, ...subjects.map((subject) => subject.verbs));

const help = `${callOf('admin')} COMMAND [ARGUMENT] [OPTIONS] [--json]

Commands for the provider's team. You can run them while a server is running.
${subjects.map((subject) => subject.help).join('\n')}

STATUS is PENDING, APPROVED or REJECTED. Repeating a decision changes nothing.
STEPS can be PARENT_CONTRACT, CONTRACT, PACKAGE, CUSTOM_CAPTION and DRAFT.
--json prints the full result as JSON; with npm run --silent, nothing else.
--key ULID does a command once, however often it is run with that key. Commands that take no key are safe to repeat.
--seen TAG refuses the command if what it is about has changed since show-brand, show-campaign or show-offer printed the tag.

The data is in DATABASE_URL, or in DATA_DIR (.data), as for the server. With DATABASE_URL, start-session also needs
SESSION_SECRET. Without a server on DATA_DIR, reconcile needs the payment providers' keys, as the server does.`;

const options = optionNames.map((name) => [name, { type: flagNames.includes(name) ? 'boolean' : 'string' }] as const);

await runProgram({
  help,
  options: { ...Object.fromEntries(options), json: { type: 'boolean' }, key: { type: 'string' } },
  async run({ positionals: [name, argument, ...more], values: { json, key, ...rest } }) {
    const names = Object.keys(verbs).join(', ');
    if (name === undefined) throw new UsageError(`Expected a command: ${names}.`);
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (verb === undefined) throw new UsageError(`Unknown command ${name}. Expected one of ${names}.`);
    if (verb.argument !== undefined && argument === undefined) throw new UsageError(`Expected ${verb.argument}.`);
    if (more.length > 0 || (verb.argument === undefined && argument !== undefined)) {
      throw new UsageError(`${name} takes ${verb.argument === undefined ? 'no argument' : 'one argument'}.`);
    }
    const given: Readonly<Record<string, unknown>> = rest;
    const values = Object.fromEntries(
      optionNames.flatMap((option) => {
        const value = given[option] === true ? 'yes' : given[option];
        if (typeof value !== 'string') return [];
        if (!verb.takes.includes(option)) throw new UsageError(`${name} takes no --${option}.`);
        return [[option, option === 'status' ? value.toUpperCase() : value]];
      }),
    );
    if (key !== undefined && !v.is(ulidSchema, key)) throw new UsageError('Expected --key with a ULID.');
    const { result, words } = await verb.run(argument ?? '', values)(key);
    return json ? JSON.stringify(result, null, 2) : words;
  },
});
