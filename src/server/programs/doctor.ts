// npm run doctor: see the help below.
import * as v from 'valibot';
import { emailAddress } from '#contract/account/email.ts';
import { parseConfig } from '../config.ts';
import { runProgram, UsageError } from '../control/program.ts';
import { checkNames, checkResultsText, examine } from '../doctor/doctor.ts';

const help = `npm run doctor -- [CHECK …] [--mail-to ADDRESS] [--json]

Checks what Afield needs, with the settings of npm start, and says how to fix what is missing or wrong. It changes nothing, except
for a small file that it writes to the data directory and the bucket, and then deletes. The server may be running. Without CHECK, it runs all of
them: ${checkNames.join(', ')}.

  --mail-to ADDRESS  sends one email there, as a test
  --json             prints the findings as JSON

The exit code is 1 if there is a problem, and 0 if there are only warnings.`;

await runProgram({
  help,
  options: { 'mail-to': { type: 'string' }, json: { type: 'boolean' } },
  async run({ positionals, values: { 'mail-to': mailTo = null, json } }) {
    const unknown = positionals.find((name) => !checkNames.some((known) => known === name));
    if (unknown !== undefined) throw new UsageError(`Unknown check "${unknown}". Expected ${checkNames.join(', ')}.`);
    const names = checkNames.filter((name) => positionals.length === 0 || positionals.includes(name));
    const config = parseConfig(process.env);
    if (mailTo !== null) {
      if (!v.is(emailAddress(), mailTo)) throw new UsageError(`--mail-to: expected an email such as you@example.com.`);
      if (!names.includes('email')) throw new UsageError('--mail-to needs the check "email".');
      if (config.smtpUrl === null) throw new UsageError('--mail-to needs SMTP_URL.');
    }
    const examined = await examine(config, names, { mailTo });
    if (examined.some(({ findings }) => findings.some(({ state }) => state === 'problem'))) process.exitCode = 1;
    return json ? JSON.stringify(examined, null, 2) : checkResultsText(examined);
  },
});
