import { adjustCommand } from '#server/control/admin-commands.ts';
import {
  listDueCommand,
  listPayoutsCommand,
  markPaidCommand,
  undoPayoutCommand,
} from '#server/control/payout-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { reconcileCommand } from '#server/control/reconcile-command.ts';
import { dueCsv, dueText, paidText, payoutLines, undoneText } from '#server/services/admin/payouts/in-words.ts';
import { adjustmentLine } from '#server/services/admin/shared/in-words.ts';
import { reconcileText } from '#server/services/ledger/payments/in-words.ts';
import { centsOf, type Verbs, verbResult } from './verb.ts';

export const moneyVerbs: Verbs = {
  help: `
  adjust EMAIL --credit DOLLARS --note TEXT
  adjust EMAIL --debit DOLLARS --note TEXT
                                        corrects a balance; the brand sees the note. Repeating it changes nothing
  list-due [--csv]                      lists what creators have earned in settled campaigns and haven't been paid yet. Afield
                                        doesn't make payments: pay them yourself, then record it with mark-paid
  mark-paid EMAIL --amount DOLLARS [--note TEXT]
                                        records that you paid a creator all that list-due names, and emails the creator. The
                                        email shows the note
  list-payouts [--to EMAIL]             lists payments to creators, newest first
  undo-payout PAYOUT --note TEXT        records that a payment didn't arrive: what it paid is due again
  reconcile [--days N]                  compares the ledger with the payment providers, by default for the last 7 days. Run
                                        it any time, such as every night. Exits with 1 if something needs attention`,
  verbs: {
    adjust: {
      argument: 'the email of a brand',
      takes: ['credit', 'debit', 'note'],
      run: (brand, { credit, debit, note }) => {
        if (note === undefined) throw new UsageError('Expected --note: the brand sees it.');
        if ((credit === undefined) === (debit === undefined)) throw new UsageError('Expected --credit or --debit.');
        const cents = centsOf(credit ?? debit ?? '');
        const input = { brand, amountCents: credit === undefined ? -cents : cents, note };
        return verbResult(adjustCommand, input, adjustmentLine);
      },
    },
    'list-due': {
      takes: ['csv'],
      run: (_, { csv }) => verbResult(listDueCommand, {}, csv === undefined ? dueText : dueCsv),
    },
    'mark-paid': {
      argument: 'the email of a creator',
      takes: ['amount', 'note'],
      run: (email, { amount, note }) => {
        if (amount === undefined) throw new UsageError('Expected --amount with the sum that you paid.');
        return verbResult(markPaidCommand, { email, amountCents: centsOf(amount), note }, paidText);
      },
    },
    'list-payouts': {
      takes: ['to'],
      run: (_, { to }) => verbResult(listPayoutsCommand, { email: to }, ({ payouts }) => payoutLines(payouts)),
    },
    'undo-payout': {
      argument: 'the ID of a payout',
      takes: ['note'],
      run: (payoutId, { note }) => {
        if (note === undefined) throw new UsageError('Expected --note with what happened.');
        return verbResult(undoPayoutCommand, { payoutId, note }, undoneText);
      },
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
  },
};
