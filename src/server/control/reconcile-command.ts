import * as v from 'valibot';
import { reconcile, reconcileReportSchema } from '../services/ledger/payments/reconcile.ts';
import { defineCommand } from './command.ts';

const dayMs = 86_400_000;

/** The report has everything that would be logged. */
const log = { error: () => {}, warn: () => {} };

export const reconcileCommand = defineCommand({
  name: 'reconcile',
  input: v.object({
    days: v.pipe(v.number(), v.integer(), v.minValue(1, 'Expected 1 day or more.'), v.maxValue(3650)),
  }),
  result: reconcileReportSchema,
  run: async ({ db, now, payments }, { days }) => {
    const since = new Date(now().getTime() - days * dayMs);
    return reconcile({ db, now, payments: await payments(), log }, since);
  },
});
