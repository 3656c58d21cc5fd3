import * as v from 'valibot';
import { emailAddress } from '#contract/account/email.ts';
import { maximumFundsCents } from '#contract/brand/billing.ts';
import { dueCreatorSchema, listDue } from '../services/admin/payouts/due.ts';
import { listedPayoutSchema, listPayouts, markPaid, undoPayout } from '../services/admin/payouts/payouts.ts';
import { defineCommand } from './command.ts';

const note = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Expected a note.'),
  v.maxLength(200, 'Expected a note of at most 200 characters.'),
);

export const listDueCommand = defineCommand({
  name: 'list-due',
  input: v.object({}),
  result: v.object({ due: v.array(dueCreatorSchema), totalCents: v.number(), heldCents: v.number() }),
  run: ({ db }) => listDue(db),
});

export const markPaidCommand = defineCommand({
  name: 'mark-paid',
  acts: true,
  input: v.object({
    email: emailAddress(),
    /** One payment may be for several campaigns. */
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
  run: (context, given) => markPaid(context, given),
});

export const undoPayoutCommand = defineCommand({
  name: 'undo-payout',
  acts: true,
  input: v.object({ payoutId: v.string(), note }),
  result: v.object({ payoutId: v.string(), amountCents: v.number(), changed: v.boolean() }),
  run: (context, given) => undoPayout(context, given),
});

export const listPayoutsCommand = defineCommand({
  name: 'list-payouts',
  input: v.object({ email: v.optional(emailAddress()) }),
  result: v.object({ payouts: v.array(listedPayoutSchema) }),
  run: async ({ db }, { email }) => ({ payouts: await listPayouts(db, email) }),
});
