import { adjustCommand } from '#server/control/admin-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { reconcileCommand } from '#server/control/reconcile-command.ts';
import { adjustmentLine } from '#server/services/admin/in-words.ts';
import { reconcileText } from '#server/services/ledger/payments/in-words.ts';
import { centsOf, type Verbs, verbResult } from './verb.ts';

export const moneyVerbs: Verbs = {
  help: `
  adjust EMAIL --credit DOLLARS --note TEXT
  adjust EMAIL --debit DOLLARS --note TEXT
                                        corrects a balance; the brand sees the note. Repeating it changes nothing
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
