import * as v from 'valibot';
import { offerSchema, offerStageTypes } from '../../contract/offer.ts';
import { campaignId, offerId } from '../../contract/primitives.ts';
import { type GivenMove, moveInputs } from '../../domain/move-inputs.ts';
import { type MoveName, moveNames } from '../../domain/offer-moves.ts';
import { CommandError } from '../command-error.ts';
import { listOffers, moveOffer } from '../services/admin/offers.ts';
import { setSilentDays, setWaits } from '../services/admin/terms.ts';
import { defineCommand } from './command.ts';

const days = v.pipe(v.number(), v.integer(), v.minValue(1, 'Expected 1 day or more.'), v.maxValue(365));

export const listOffersCommand = defineCommand({
  name: 'list-offers',
  input: v.object({ campaignId, stages: v.array(v.picklist(offerStageTypes)) }),
  result: v.object({ offers: v.array(offerSchema) }),
  run: async ({ db }, given) => ({ offers: await listOffers(db, given) }),
});

export const moveOfferCommand = defineCommand({
  name: 'move-offer',
  input: v.object({ offerId, move: v.picklist(moveNames), input: v.unknown() }),
  result: v.object({ offer: offerSchema }),
  run: async (context, given) => {
    const offer = await moveOffer(context, { offerId: given.offerId, ...givenMove(given.move, given.input) });
    return { offer };
  },
});

/** @throws {CommandError} for what doesn't go with the move */
function givenMove(move: MoveName, input: unknown): GivenMove {
  const parsed = v.safeParse(moveInputs[move], input);
  if (parsed.success) return { move, input: parsed.output } as GivenMove;
  const [issue] = parsed.issues;
  throw new CommandError(`${v.getDotPath(issue) ?? move}: ${issue.message}`);
}

export const waitingTimesCommand = defineCommand({
  name: 'waiting-times',
  input: v.object({ offeredDays: v.optional(days), submitDays: v.optional(days) }),
  result: v.object({ offeredDays: v.number(), submitDays: v.number() }),
  run: (context, { offeredDays, submitDays }) =>
    setWaits(context, {
      ...(offeredDays === undefined ? {} : { offeredDays }),
      ...(submitDays === undefined ? {} : { submitDays }),
    }),
});

export const brandTermsCommand = defineCommand({
  name: 'brand-terms',
  input: v.object({ brand: v.pipe(v.string(), v.nonEmpty()), silentDays: v.nullable(days) }),
  result: v.object({ email: v.string(), silentDays: v.nullable(v.number()) }),
  run: (context, given) => setSilentDays(context, given),
});
