import * as v from 'valibot';
import { emailAddress } from '#contract/account/email.ts';
import { maximumFundsCents } from '#contract/brand/billing.ts';
import { centsOf, defineCommand, nonBlankText } from '../control/command.ts';
import { UsageError } from '../control/program.ts';
import { adjustBalance } from '../services/admin/adjust.ts';
import { dueCreatorSchema, listDueEarnings } from '../services/admin/payouts/due.ts';
import { dueCsv, dueText, paidText, payoutLines, undonePayoutText } from '../services/admin/payouts/format.ts';
import { listedPayoutSchema, listPayouts, recordPayout, undoPayout } from '../services/admin/payouts/payouts.ts';
import { adjustmentLine } from '../services/admin/shared/format.ts';
import { reconcileText } from '../services/ledger/payments/format.ts';
import { reconcile, reconcileReportSchema } from '../services/ledger/payments/reconcile.ts';

const dayMs = 86_400_000;

/** Silent, because the report includes everything that would be logged. */
const log = { error: () => {}, warn: () => {} };

const note = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Expected a note.'),
  v.maxLength(200, 'Expected a note of at most 200 characters.'),
);

export const moneyCommands = [
  defineCommand({
    name: 'adjust',
    usage: 'EMAIL --credit DOLLARS --note TEXT\n  adjust EMAIL --debit DOLLARS --note TEXT',
    help: "corrects a brand's balance; the brand sees the note. Repeating a correction changes nothing",
    argument: 'the email of a brand',
    needs: { note: 'Expected --note, which is shown to the brand.' },
    takes: ['credit', 'debit'],
    acts: true,
    input: v.object({
      brand: nonBlankText('the email or the ID of a brand'),
      amountCents: v.pipe(
        v.number(),
        v.safeInteger(),
        v.check(
          (cents) => cents !== 0 && Math.abs(cents) <= maximumFundsCents,
          'Expected an amount of up to $999,999.99.',
        ),
      ),
      note,
    }),
    result: v.object({
      brandId: v.string(),
      email: v.string(),
      availableBalanceCents: v.number(),
      changed: v.boolean(),
    }),
    run: (context, adjustment) => adjustBalance(context, adjustment),
    call: (brand, { note: typed, credit, debit }) => {
      if ((credit === undefined) === (debit === undefined)) throw new UsageError('Expected --credit or --debit.');
      const cents = centsOf(credit ?? debit ?? '');
      const input = { brand, amountCents: credit === undefined ? -cents : cents, note: typed };
      return { input, words: adjustmentLine };
    },
  }),
  defineCommand({
    name: 'list-due',
    usage: '[--csv]',
    help: `lists what creators have earned in settled campaigns and haven't been paid yet. Afield
      doesn't make payments: pay them yourself, then record it with mark-paid`,
    flags: ['csv'],
    input: v.object({}),
    result: v.object({ due: v.array(dueCreatorSchema), totalCents: v.number(), heldCents: v.number() }),
    run: ({ db }) => listDueEarnings(db),
    call: (_, { csv }) => ({ input: {}, words: csv ? dueCsv : dueText }),
  }),
  defineCommand({
    name: 'mark-paid',
    usage: 'EMAIL --amount DOLLARS [--note TEXT]',
    help: `records that you paid a creator the full amount in list-due, and emails the creator.
      The email includes the note`,
    argument: 'the email of a creator',
    needs: { amount: 'Expected --amount with the amount that you paid.' },
    takes: ['note'],
    acts: true,
    input: v.object({
      email: emailAddress(),
      /** A payment can cover several campaigns. */
      amountCents: v.pipe(
        v.number(),
        v.safeInteger(),
        v.minValue(1, 'Expected an amount.'),
        v.maxValue(maximumFundsCents),
      ),
      note: v.optional(v.nullable(note), null),
    }),
    result: v.object({
      ...{ payoutId: v.string(), email: v.string(), amountCents: v.number(), leftCents: v.number() },
      earnings: dueCreatorSchema.entries.earnings,
    }),
    run: (context, given) => recordPayout(context, given),
    call: (email, { amount, note: typed }) => ({
      input: { email, amountCents: centsOf(amount), note: typed },
      words: paidText,
    }),
  }),
  defineCommand({
    name: 'list-payouts',
    usage: '[--to EMAIL]',
    help: 'lists payments to creators, newest first',
    takes: ['to'],
    input: v.object({ email: v.optional(emailAddress()) }),
    result: v.object({ payouts: v.array(listedPayoutSchema) }),
    run: async ({ db }, { email }) => ({ payouts: await listPayouts(db, email) }),
    call: (_, { to }) => ({ input: { email: to }, words: ({ payouts }) => payoutLines(payouts) }),
  }),
  defineCommand({
    name: 'undo-payout',
    usage: 'PAYOUT --note TEXT',
    help: "records that a payment to a creator didn't arrive, so that its earnings are due again",
    argument: 'the ID of a payout',
    needs: { note: 'Expected --note that says what happened.' },
    acts: true,
    input: v.object({ payoutId: v.string(), note }),
    result: v.object({ payoutId: v.string(), amountCents: v.number(), changed: v.boolean() }),
    run: (context, given) => undoPayout(context, given),
    call: (payoutId, given) => ({ input: { payoutId, ...given }, words: undonePayoutText }),
  }),
  defineCommand({
    name: 'reconcile',
    usage: '[--days N]',
    help: `compares the ledger with the payment providers, by default for the last 7 days. You can
      run it at any time, such as every night. Exits with 1 if something needs attention`,
    takes: ['days'],
    input: v.object({
      days: v.pipe(v.number(), v.integer(), v.minValue(1, 'Expected 1 day or more.'), v.maxValue(3650)),
    }),
    result: reconcileReportSchema,
    run: async ({ db, now, payments }, { days }) => {
      const since = new Date(now().getTime() - days * dayMs);
      return reconcile({ db, now, payments: await payments(), log }, since);
    },
    call: (_, { days = '7' }) => {
      if (!/^\d{1,4}$/.test(days)) throw new UsageError('Expected --days with a whole number.');
      return {
        input: { days: Number(days) },
        words: (report) => {
          if (report.differences.length > 0) process.exitCode = 1;
          return reconcileText(report);
        },
      };
    },
  }),
];
