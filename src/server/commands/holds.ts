import * as v from 'valibot';
import { campaignId, longText, offerId } from '#contract/wire/primitives.ts';
import { defineCommand } from '../control/command.ts';
import { heldText, holdLines, releasedText } from '../services/admin/holds/format.ts';
import { holdEarning, releaseEarning } from '../services/admin/holds/hold-earning.ts';
import { listedHoldSchema, listHolds } from '../services/admin/holds/list-holds.ts';
import { signalLines } from '../services/admin/signals/format.ts';
import { listedSignalsSchema, listSignals } from '../services/admin/signals/list-signals.ts';

const argument = 'the ID of an offer';
/** Text that the creator sees on the offer's page and by email. */
const words = (subject: string) => longText(500, 1, subject);
const seen = v.optional(v.pipe(v.string(), v.nonEmpty()));

const result = v.object({
  ...{ offerId: v.string(), email: v.nullable(v.string()), amountCents: v.nullable(v.number()) },
  ...{ changed: v.boolean(), seen: v.string() },
});

export const holdCommands = [
  defineCommand({
    name: 'list-signals',
    usage: '[--campaign ID]',
    help: `lists posts with unusual figures and the numbers behind them, highest earnings
      first. Without --campaign, lists only posts with unpaid earnings. Only the team sees
      signals, which have no effect on their own`,
    takes: ['campaign'],
    input: v.object({ campaignId: v.optional(campaignId) }),
    result: v.object({ posts: v.array(listedSignalsSchema) }),
    run: async ({ db }, given) => ({ posts: await listSignals(db, given.campaignId) }),
    call: (_, { campaign }) => ({ input: { campaignId: campaign }, words: ({ posts }) => signalLines(posts) }),
  }),
  defineCommand({
    name: 'hold-earning',
    usage: 'OFFER --reason TEXT',
    help: `puts an offer's earnings on hold: they aren't paid until you release them. The creator
      gets an email with the reason, and can reply`,
    argument,
    needs: { reason: 'Expected --reason, which is shown to the creator.' },
    takes: ['seen'],
    acts: true,
    input: v.object({ offerId, reason: words('The reason'), seen }),
    result,
    run: (context, given) => holdEarning(context, given),
    call: (id, given) => ({ input: { offerId: id, ...given }, words: heldText }),
  }),
  defineCommand({
    name: 'release-earning',
    usage: 'OFFER --note TEXT',
    help: "releases an offer's earnings from hold. The creator gets an email with the note",
    argument,
    needs: { note: 'Expected --note, which is shown to the creator.' },
    takes: ['seen'],
    acts: true,
    input: v.object({ offerId, note: words('The note'), seen }),
    result,
    run: (context, given) => releaseEarning(context, given),
    call: (id, given) => ({ input: { offerId: id, ...given }, words: releasedText }),
  }),
  defineCommand({
    name: 'list-holds',
    help: 'lists earnings on hold, with reasons and replies',
    input: v.object({}),
    result: v.object({ holds: v.array(listedHoldSchema) }),
    run: async ({ db }) => ({ holds: await listHolds(db) }),
    call: () => ({ input: {}, words: ({ holds }) => holdLines(holds) }),
  }),
];
