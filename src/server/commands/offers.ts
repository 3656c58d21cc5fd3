import { basename } from 'node:path';
import * as v from 'valibot';
import { campaignTypes } from '#contract/brand/campaign.ts';
import { offerSchema, offerStageTypes } from '#contract/brand/offer.ts';
import { creatorOfferSchema, draftStateSchema } from '#contract/creator/creator.ts';
import { uploadMetadataSchema } from '#contract/creator/draft-uploads.ts';
import { campaignId, longText, offerId } from '#contract/wire/primitives.ts';
import { type MoveWithInput, moveInputs } from '#domain/offers/move-inputs.ts';
import { type MoveName, moveNames } from '#domain/offers/offer-moves.ts';
import { type Command, commandFor, defineCommand, namesIn } from '../control/command.ts';
import { findInputFile } from '../control/input-file.ts';
import { defineTask } from '../control/task.ts';
import { CommandError } from '../errors/command-error.ts';
import { earningViewSchema } from '../services/admin/holds/earning-state.ts';
import { offerLine, offerLines } from '../services/admin/offers/format.ts';
import { askBeforeMove, listOffers, moveOffer } from '../services/admin/offers/offers.ts';
import { submitDraft } from '../services/admin/offers/submit-draft.ts';
import { offerText } from '../services/admin/show/offer-text.ts';
import { showOffer } from '../services/admin/show/show-offer.ts';
import { signalSchema } from '../services/admin/signals/list-signals.ts';

const argument = 'the ID of an offer';
const submissionId = v.pipe(
  v.string(),
  v.regex(/^ful_\w+$/, 'Expected the ID of a submission, such as ful_01J…, from list-offers.'),
);
/** An offer's version: the number of its last move, as printed by show-offer. */
const version = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A draft that hasn't been submitted yet. */
const draftSchema = v.object({ offerId: v.string(), draft: draftStateSchema });
const asCreatorsSee = creatorOfferSchema.entries;

const moveOfferTask = defineTask({
  name: 'move-offer',
  acts: true,
  input: v.object({
    offerId,
    move: v.picklist(moveNames),
    input: v.unknown(),
    seen: v.optional(v.union([submissionId, version])),
  }),
  result: v.object({ offer: offerSchema }),
  prepare: async (context, { offerId: id, seen, move, input }) => ({
    ...context,
    lookUpPost: await askBeforeMove(context, { offerId: id, seen, ...givenMove(move, input) }),
  }),
  run: async (context, { offerId: id, seen, move, input }) => ({
    offer: await moveOffer(context, { offerId: id, seen, ...givenMove(move, input) }),
  }),
});

/** @throws {CommandError} if the input doesn't fit the move */
function givenMove(move: MoveName, input: unknown): MoveWithInput {
  const parsed = v.safeParse(moveInputs[move], input);
  if (parsed.success) return { move, input: parsed.output } as MoveWithInput;
  const [issue] = parsed.issues;
  throw new CommandError(`${v.getDotPath(issue) ?? move}: ${issue.message}`);
}

/** A number such as '7' is an offer's version; anything else is a submission's ID. */
const seenOf = (typed: string | undefined) => (typed !== undefined && /^\d{1,6}$/.test(typed) ? Number(typed) : typed);

interface MoveCommand {
  name: MoveName;
  usage: string;
  help?: string;
  /** Options that make up the move's input. */
  takes?: readonly string[];
}

const move = ({ name, takes = [], ...typed }: MoveCommand): Command =>
  commandFor(moveOfferTask, {
    ...{ ...typed, name, argument, takes: [...takes, 'seen'] },
    call: (id, { seen, ...input }) => ({
      input: { offerId: id, move: name, input, seen: seenOf(seen) },
      words: ({ offer }) => offerLine(offer),
    }),
  });

/** A decision names the submission that was reviewed. */
const needs = { seen: 'Expected --seen with the ID of the submission from list-offers.' };

export const offerCommands = [
  defineCommand({
    name: 'list-offers',
    usage: 'CAMPAIGN [--stage STAGE,STAGE]',
    help: "lists a campaign's offers with their stages and the IDs of submissions in review",
    argument: 'the ID of a campaign',
    takes: ['stage'],
    input: v.object({
      campaignId,
      stages: v.array(v.picklist(offerStageTypes, `Expected one or more of ${offerStageTypes.join(', ')}.`)),
    }),
    result: v.object({ offers: v.array(offerSchema), drafts: v.array(draftSchema) }),
    run: async ({ db }, given) => {
      const listed = await listOffers(db, given);
      const drafts = listed.flatMap(({ offer, draft }) => (draft === null ? [] : [{ offerId: offer.id, draft }]));
      return { offers: listed.map(({ offer }) => offer), drafts };
    },
    call: (id, { stage }) => ({
      input: { campaignId: id, stages: namesIn(stage).map((each) => each.toUpperCase()) },
      words: ({ offers, drafts }) => offerLines(offers, drafts, new Date()),
    }),
  }),
  defineCommand({
    name: 'show-offer',
    usage: 'OFFER',
    help: `shows an offer's history, submission and requested changes, the shipping address while a
      package is due, and a link for watching the draft that works for 10 minutes`,
    argument,
    input: v.object({ offerId }),
    result: v.object({
      seen: v.number(),
      offer: offerSchema,
      brand: v.object({ id: v.string(), name: v.string(), email: v.string() }),
      campaign: v.object({ id: v.string(), name: v.nullable(v.string()), campaignType: v.picklist(campaignTypes) }),
      creator: v.nullable(v.object({ email: v.string(), isBlocked: v.boolean() })),
      history: asCreatorsSee.history,
      expiresAt: v.nullable(v.string()),
      pay: asCreatorsSee.pay,
      caption: asCreatorsSee.caption,
      delivery: asCreatorsSee.delivery,
      submission: asCreatorsSee.submission,
      changes: asCreatorsSee.changes,
      draft: asCreatorsSee.draft,
      watch: v.nullable(v.object({ url: v.string(), expiresAt: v.string() })),
      post: asCreatorsSee.post,
      earning: earningViewSchema,
      signals: v.array(signalSchema),
    }),
    run: (context, given) => showOffer(context, given.offerId),
    call: (id) => ({ input: { offerId: id }, words: offerText }),
  }),
  move({
    name: 'receive-parent-contract',
    usage: 'OFFER, receive-contract OFFER',
    help: "records that an offer's contract has arrived",
  }),
  move({ name: 'receive-contract', usage: 'OFFER' }),
  move({
    name: 'send-package',
    usage: 'OFFER --carrier NAME [--tracking TEXT]',
    help: "records that an offer's package was sent",
    takes: ['carrier', 'tracking'],
  }),
  move({
    name: 'lose-package',
    usage: 'OFFER',
    help: "records that an offer's package was lost and has to be sent again",
  }),
  move({ name: 'clear-caption', usage: 'OFFER', help: "approves a creator's custom caption" }),
  move({
    name: 'return-caption',
    usage: 'OFFER --reason TEXT',
    help: 'asks a creator for another custom caption; the creator and the brand see the reason',
    takes: ['reason'],
  }),
  defineCommand({
    name: 'submit-draft',
    usage: 'OFFER --file VIDEO [--caption TEXT]',
    help: "submits a draft on a creator's behalf; the brand gets it once it is processed",
    argument,
    needs: { file: 'Expected --file with a video.' },
    takes: ['caption'],
    input: v.object({
      offerId,
      name: uploadMetadataSchema.entries.filename,
      sizeBytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      caption: v.nullable(longText(2200, 1)),
    }),
    result: v.object({ offer: offerSchema }),
    run: async (context, given, file) => ({ offer: await submitDraft(context, given, file) }),
    call: (id, { file, caption = null }) => {
      const { sizeBytes, open } = findInputFile(file, 'a video');
      return {
        input: { offerId: id, name: basename(file), sizeBytes, caption },
        words: ({ offer }) => `The draft of ${offer.id} is stored. The brand gets it once it is processed.`,
        open,
      };
    },
  }),
  move({
    name: 'submit-link',
    usage: 'OFFER --link ADDRESS',
    help: "submits a post's link on a creator's behalf",
    takes: ['link'],
  }),
  commandFor(moveOfferTask, {
    name: 'approve',
    usage: 'OFFER --seen SUBMISSION',
    help: `approves a submission for a brand that has been silent for the days in its terms; refused
      if the creator has replaced the submission`,
    argument,
    needs,
    call: (id, { seen }) => ({
      input: { offerId: id, move: 'approve', input: {}, seen },
      words: ({ offer }) => offerLine(offer),
    }),
  }),
  commandFor(moveOfferTask, {
    name: 'request-changes',
    usage: 'OFFER --seen SUBMISSION --changes NAME,NAME',
    help: `requests changes to a submission for a brand that has been silent for the days in its
      terms; NAME is a template such as START_OVER`,
    argument,
    needs,
    takes: ['changes'],
    call: (id, { seen, changes }) => {
      const requestedChanges = namesIn(changes).map((name) => ({ templateName: name.toUpperCase(), variables: {} }));
      return {
        input: { offerId: id, move: 'request-changes', input: { requestedChanges }, seen },
        words: ({ offer }) => offerLine(offer),
      };
    },
  }),
  move({ name: 'remove-post', usage: 'OFFER', help: "records that an offer's post was removed, which ends the offer" }),
  move({ name: 'clear-earning', usage: 'OFFER', help: "clears an offer's earnings for payment" }),
  move({
    name: 'invalidate',
    usage: 'OFFER --reason TEXT',
    help: 'ends an offer; the brand sees the reason',
    takes: ['reason'],
  }),
  move({ name: 'reopen', usage: 'OFFER', help: 'returns an ended offer to its last stage' }),
];
