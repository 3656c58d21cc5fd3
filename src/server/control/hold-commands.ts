import * as v from 'valibot';
import { campaignId, longText, offerId } from '#contract/wire/primitives.ts';
import { holdEarning, releaseEarning } from '../services/admin/holds/hold-earning.ts';
import { listedHoldSchema, listHolds } from '../services/admin/holds/list-holds.ts';
import { listedSignalsSchema, listSignals } from '../services/admin/signals/list-signals.ts';
import { defineCommand } from './command.ts';

/** The creator reads it, on the page and in an email. */
const words = (subject: string) => longText(500, 1, subject);
const seen = v.optional(v.pipe(v.string(), v.nonEmpty()));

const changed = v.object({
  ...{ offerId: v.string(), email: v.nullable(v.string()), amountCents: v.nullable(v.number()) },
  ...{ changed: v.boolean(), seen: v.string() },
});

export const holdEarningCommand = defineCommand({
  name: 'hold-earning',
  acts: true,
  input: v.object({ offerId, reason: words('The reason'), seen }),
  result: changed,
  run: (context, given) => holdEarning(context, given),
});

export const releaseEarningCommand = defineCommand({
  name: 'release-earning',
  acts: true,
  input: v.object({ offerId, note: words('The note'), seen }),
  result: changed,
  run: (context, given) => releaseEarning(context, given),
});

export const listHoldsCommand = defineCommand({
  name: 'list-holds',
  input: v.object({}),
  result: v.object({ holds: v.array(listedHoldSchema) }),
  run: async ({ db }) => ({ holds: await listHolds(db) }),
});

export const listSignalsCommand = defineCommand({
  name: 'list-signals',
  input: v.object({ campaignId: v.optional(campaignId) }),
  result: v.object({ posts: v.array(listedSignalsSchema) }),
  run: async ({ db }, given) => ({ posts: await listSignals(db, given.campaignId) }),
});
