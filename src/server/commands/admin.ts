// npm run admin: see the help below.
import type * as v from 'valibot';
import { parseDataConfig } from '../config.ts';
import * as commands from '../control/admin-commands.ts';
import type { Command } from '../control/command.ts';
import { runProgram, UsageError } from '../control/program.ts';
import { reconcileCommand } from '../control/reconcile-command.ts';
import { restoredCommand } from '../control/restored-command.ts';
import { runCommand } from '../control/run-command.ts';
import { adjustmentLine, brandLine, brandLines, campaignLine, campaignLines } from '../services/admin/in-words.ts';
import { reconcileText } from '../services/payments/in-words.ts';

const help = `npm run admin -- COMMAND [ARGUMENT] [--status STATUS] [--reason TEXT] [--days N]
       [--credit DOLLARS] [--debit DOLLARS] [--note TEXT] [--json]

What the provider's team does. A server may be running meanwhile.

  list-brands [--status STATUS]         brands in a state, or all; who waits longest comes first
  approve-brand EMAIL                   lets a brand in, and tells it by mail; an id does as well
  reject-brand EMAIL [--reason TEXT]    keeps a brand out, and tells it why by mail
  list-campaigns [--status STATUS]      campaigns in a state; those that wait for review if none is given
  approve-campaign ID                   spends what is held for it, and starts it on its day
  reject-campaign ID --reason TEXT      gives back what is held for it; the brand sees the reason
  adjust EMAIL --credit DOLLARS --note TEXT
  adjust EMAIL --debit DOLLARS --note TEXT
                                        corrects a balance; the brand sees the note. The same again is booked once
  start-session EMAIL                   a session of a person of the team, as JSON: keep it secret
  end-sessions EMAIL                    ends all of them
  reconcile [--days N]                  compares the ledger with the payment providers, 7 days back if not told; safe at
                                        any time, such as every night. Ends with 1 where people have to look at something
  restored                              says that a backup was restored: phones fetch everything anew

STATUS is PENDING, APPROVED or REJECTED. What was decided already is left as it is.
--json prints the whole answer as JSON (with npm run --silent, nothing else).

Which data: DATABASE_URL, or DATA_DIR (.data), as for npm start. SESSION_SECRET is needed beside DATABASE_URL to start a
session; keys of payment providers, as for npm start, to reconcile where no server runs on DATA_DIR.`;

interface Values {
  credit?: string | undefined;
  debit?: string | undefined;
  note?: string | undefined;
  days?: string | undefined;
  status?: string | undefined;
  reason?: string | undefined;
}

/** What of the command line a command takes beside `--json`. */
interface Verb {
  /** What its argument is, where it has one. */
  argument?: string;
  takes: readonly (keyof Values)[];
  run(argument: string, values: Values): Promise<{ result: unknown; words: string }>;
}

async function verbResult<R extends v.GenericSchema<unknown, unknown>>(
  command: Command<v.GenericSchema<unknown, unknown>, R>,
  input: unknown,
  words: (result: v.InferOutput<R>) => string,
) {
  const result = await runCommand(command, input, async function* noFile() {}, parseDataConfig(process.env));
  return { result, words: words(result) };
}

/** '99.50' as 9950; null for what is no amount. */
function dollarsToCents(typed: string): number | null {
  const [, dollars, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

const decided = (changed: boolean) => (changed ? '' : ' It was before.');

const verbs: Readonly<Record<string, Verb>> = {
  'list-brands': {
    takes: ['status'],
    run: (_, { status }) => verbResult(commands.listBrandsCommand, { status }, ({ brands }) => brandLines(brands)),
  },
  'approve-brand': {
    argument: 'the email of a brand',
    takes: [],
    run: (brand) =>
      verbResult(
        commands.decideOnBrandCommand,
        { brand, decision: 'APPROVED' },
        (done) => `${brandLine(done.brand)} is approved.${decided(done.changed)}`,
      ),
  },
  'reject-brand': {
    argument: 'the email of a brand',
    takes: ['reason'],
    run: (brand, { reason }) =>
      verbResult(
        commands.decideOnBrandCommand,
        { brand, decision: 'REJECTED', reason },
        (done) => `${brandLine(done.brand)} is rejected.${decided(done.changed)}`,
      ),
  },
  'list-campaigns': {
    takes: ['status'],
    run: (_, { status }) =>
      verbResult(commands.listCampaignsCommand, { status }, ({ campaigns }) => campaignLines(campaigns)),
  },
  'approve-campaign': {
    argument: 'the id of a campaign',
    takes: [],
    run: (campaignId) =>
      verbResult(
        commands.decideOnCampaignCommand,
        { campaignId, decision: 'APPROVED' },
        (done) => `${campaignLine(done.campaign)} is approved.${decided(done.changed)}`,
      ),
  },
  'reject-campaign': {
    argument: 'the id of a campaign',
    takes: ['reason'],
    run: (campaignId, { reason }) => {
      if (reason === undefined) throw new UsageError('Expected --reason: the brand sees it.');
      return verbResult(
        commands.decideOnCampaignCommand,
        { campaignId, decision: 'REJECTED', reason },
        (done) => `${campaignLine(done.campaign)} is rejected.${decided(done.changed)}`,
      );
    },
  },
  adjust: {
    argument: 'the email of a brand',
    takes: ['credit', 'debit', 'note'],
    run: (brand, { credit, debit, note }) => {
      if (note === undefined) throw new UsageError('Expected --note: the brand sees it.');
      if ((credit === undefined) === (debit === undefined)) throw new UsageError('Expected --credit or --debit.');
      const cents = dollarsToCents(credit ?? debit ?? '');
      if (cents === null) throw new UsageError('Expected an amount such as 250 or 99.50.');
      const input = { brand, amountCents: credit === undefined ? -cents : cents, note };
      return verbResult(commands.adjustCommand, input, adjustmentLine);
    },
  },
  'start-session': {
    argument: 'an email',
    takes: [],
    run: (email) =>
      verbResult(commands.startAdminSessionCommand, { email }, (session) => JSON.stringify(session, null, 2)),
  },
  'end-sessions': {
    argument: 'an email',
    takes: [],
    run: (email) =>
      verbResult(
        commands.endAdminSessionsCommand,
        { email },
        ({ ended }) => `${ended === 1 ? '1 session has' : `${ended} sessions have`} ended.`,
      ),
  },
  restored: {
    takes: [],
    run: () => verbResult(restoredCommand, {}, () => 'Phones will fetch everything anew.'),
  },
  reconcile: {
    takes: ['days'],
    run: (_, { days = '7' }) => {
      if (!/^\d{1,4}$/.test(days)) throw new UsageError('Expected --days with a whole number.');
      return verbResult(reconcileCommand, { days: Number(days) }, (report) => {
        if (report.differences.length > 0) process.exitCode = 1;
        return reconcileText(report);
      });
    },
  },
};

await runProgram({
  help,
  options: {
    status: { type: 'string' },
    reason: { type: 'string' },
    days: { type: 'string' },
    credit: { type: 'string' },
    debit: { type: 'string' },
    note: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ positionals: [name, argument, ...more], values: { json, ...values } }) {
    const names = Object.keys(verbs).join(', ');
    if (name === undefined) throw new UsageError(`Expected a command: ${names}.`);
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (verb === undefined) throw new UsageError(`There is no command ${name}. Expected one of ${names}.`);
    if (verb.argument !== undefined && argument === undefined) throw new UsageError(`Expected ${verb.argument}.`);
    if (more.length > 0 || (verb.argument === undefined && argument !== undefined)) {
      throw new UsageError(`${name} takes ${verb.argument === undefined ? 'no argument' : 'one argument'}.`);
    }
    for (const option of ['status', 'reason', 'days', 'credit', 'debit', 'note'] as const) {
      if (values[option] !== undefined && !verb.takes.includes(option)) {
        throw new UsageError(`${name} takes no --${option}.`);
      }
    }
    const status = values.status?.toUpperCase();
    const { result, words } = await verb.run(argument ?? '', { ...values, status });
    return json ? JSON.stringify(result, null, 2) : words;
  },
});
