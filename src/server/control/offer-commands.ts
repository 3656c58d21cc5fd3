import * as v from 'valibot';
import { campaignTypes } from '#contract/brand/campaign.ts';
import { offerSchema, offerStageTypes } from '#contract/brand/offer.ts';
import { creatorOfferSchema, draftStateSchema } from '#contract/creator/creator.ts';
import { uploadMetadataSchema } from '#contract/creator/draft-uploads.ts';
import { campaignId, longText, offerId } from '#contract/wire/primitives.ts';
import { type GivenMove, moveInputs } from '#domain/offers/move-inputs.ts';
import { type MoveName, moveNames } from '#domain/offers/offer-moves.ts';
import { CommandError } from '../errors/command-error.ts';
import { shownEarningSchema } from '../services/admin/holds/earning-state.ts';
import { askBeforeMove, listOffers, moveOffer } from '../services/admin/offers/offers.ts';
import { submitDraft } from '../services/admin/offers/submit-draft.ts';
import { setBrandTerms, setWaits } from '../services/admin/offers/terms.ts';
import { showOffer } from '../services/admin/show/show-offer.ts';
import { signalSchema } from '../services/admin/signals/list-signals.ts';
import { defineCommand } from './command.ts';

const days = v.pipe(v.number(), v.integer(), v.minValue(1, 'Expected 1 day or more.'), v.maxValue(365));

const submissionId = v.pipe(
  v.string(),
  v.regex(/^ful_\w+$/, 'Expected the ID of a submission, such as ful_01J…, from list-offers.'),
);

/** Number of an offer's last move, as show-offer prints it. */
const version = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A draft of an offer that was not handed in yet. */
const draftSchema = v.object({ offerId: v.string(), draft: draftStateSchema });

export const listOffersCommand = defineCommand({
  name: 'list-offers',
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
});

const asCreatorsSee = creatorOfferSchema.entries;

export const showOfferCommand = defineCommand({
  name: 'show-offer',
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
    earning: shownEarningSchema,
    signals: v.array(signalSchema),
  }),
  run: (context, given) => showOffer(context, given.offerId),
});

export const moveOfferCommand = defineCommand({
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

/** @throws {CommandError} for what doesn't go with the move */
function givenMove(move: MoveName, input: unknown): GivenMove {
  const parsed = v.safeParse(moveInputs[move], input);
  if (parsed.success) return { move, input: parsed.output } as GivenMove;
  const [issue] = parsed.issues;
  throw new CommandError(`${v.getDotPath(issue) ?? move}: ${issue.message}`);
}

export const submitDraftCommand = defineCommand({
  name: 'submit-draft',
  input: v.object({
    offerId,
    name: uploadMetadataSchema.entries.filename,
    sizeBytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    caption: v.nullable(longText(2200, 1)),
  }),
  result: v.object({ offer: offerSchema }),
  run: async (context, given, file) => ({ offer: await submitDraft(context, given, file) }),
});

export const waitingTimesCommand = defineCommand({
  name: 'waiting-times',
  acts: true,
  input: v.object({
    offeredDays: v.optional(days),
    submitDays: v.optional(days),
    reviewDays: v.optional(v.nullable(days)),
  }),
  result: v.object({ offeredDays: v.number(), submitDays: v.number(), reviewDays: v.nullable(v.number()) }),
  run: (context, { offeredDays, submitDays, reviewDays }) =>
    setWaits(context, {
      ...(offeredDays === undefined ? {} : { offeredDays }),
      ...(submitDays === undefined ? {} : { submitDays }),
      ...(reviewDays === undefined ? {} : { reviewDays }),
    }),
});

const cpm = 'Expected a CPM from $0.01 to $1,000.';
const hashtag = v.pipe(
  v.string(),
  v.regex(/^#?[\p{L}\p{N}_]{1,100}$/u, 'Expected one word of up to 100 letters, digits and _.'),
  v.transform((typed) => typed.replace('#', '')),
);

export const brandTermsCommand = defineCommand({
  name: 'brand-terms',
  acts: true,
  input: v.object({
    brand: v.pipe(v.string(), v.nonEmpty()),
    silentDays: v.optional(v.nullable(days)),
    cpmCents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, cpm), v.maxValue(100_000, cpm))),
    hashtag: v.optional(v.nullable(hashtag)),
  }),
  result: v.object({
    email: v.string(),
    silentDays: v.nullable(v.number()),
    cpmCents: v.number(),
    requiredHashtag: v.nullable(v.string()),
  }),
  run: (context, { brand, silentDays, cpmCents, hashtag: requiredHashtag }) =>
    setBrandTerms(context, {
      brand,
      terms: {
        ...(silentDays === undefined ? {} : { silentDays }),
        ...(cpmCents === undefined ? {} : { cpmCents }),
        ...(requiredHashtag === undefined ? {} : { requiredHashtag }),
      },
    }),
});
