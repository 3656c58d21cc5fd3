import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import { moveRefusal } from '#domain/offers/move-refusal.ts';
import { type MoveName, type Mover, offerMoves } from '#domain/offers/offer-moves.ts';
import { entriesOf, keysOf } from '#domain/shared/keys.ts';
import { readOfferStates } from '#server/services/moves/state/situations.ts';
import { captionFor, scenes } from '../brand/offers/captions.ts';
import { pick, type Random, wholeBetween } from '../random.ts';
import { liveOffers, type SimulatedEvent, simulateMove, type World } from './context.ts';

interface Habit {
  by: Mover;
  /** Relative frequency among the allowed moves. */
  weight: number;
  with(random: Random): MoveWithInput;
}

const streets = ['Orchard Lane', 'Mill Road', 'Harbour Street', 'Station Terrace'] as const;
const carriers = ['DHL', 'UPS', 'FedEx'] as const;

/** Behavior of simulated people. Only the domain's rules decide which moves are allowed. */
const habits: Partial<Record<MoveName, Habit>> = {
  accept: { by: 'creator', weight: 8, with: () => ({ move: 'accept', input: {} }) },
  decline: { by: 'creator', weight: 1, with: () => ({ move: 'decline', input: {} }) },
  'receive-parent-contract': {
    by: 'provider',
    weight: 1,
    with: () => ({ move: 'receive-parent-contract', input: {} }),
  },
  'receive-contract': { by: 'provider', weight: 1, with: () => ({ move: 'receive-contract', input: {} }) },
  'give-address': {
    by: 'creator',
    weight: 1,
    with: (random) => ({
      move: 'give-address',
      input: { address: `${wholeBetween(random, 1, 99)} ${pick(random, streets)}, Fernhill` },
    }),
  },
  'send-package': {
    by: 'provider',
    weight: 6,
    with: (random) => ({ move: 'send-package', input: { carrier: pick(random, carriers), tracking: null } }),
  },
  'give-caption': {
    by: 'creator',
    weight: 1,
    with: (random) => ({
      move: 'give-caption',
      input: { caption: captionFor(random, pick(random, scenes)) ?? 'Made for the road.' },
    }),
  },
  'clear-caption': { by: 'provider', weight: 1, with: () => ({ move: 'clear-caption', input: {} }) },
};

/** Stages with such moves; submissions.ts handles creators whose submission is due. */
const stages = [...new Set(keysOf(habits).flatMap((move) => [...offerMoves[move].from]))];

/** Advances one offer: a creator accepts or declines it, or an accepted one gets closer to its draft. */
export async function moveRandomOffer(world: World): Promise<SimulatedEvent | null> {
  const { writer, now, random } = world;
  const waiting = (await liveOffers(world, stages)).slice(0, 40);
  if (waiting.length === 0) return null;
  const { offer, isPerson } = pick(random, waiting);
  const [state] = await readOfferStates(writer, [offer.id]);
  if (state === undefined) return null;
  const choices = entriesOf(habits).flatMap(([move, habit]) =>
    !(isPerson && habit.by === 'creator') && moveRefusal(move, habit.by, state.situation, now.getTime()) === null
      ? Array.from({ length: habit.weight }, () => habit)
      : [],
  );
  if (choices.length === 0) return null;
  const habit = pick(random, choices);
  const given = habit.with(random);
  await simulateMove(world, offer.id, habit.by, given);
  const kind = given.move === 'decline' ? 'declined' : 'moved';
  return { kind, campaignId: offer.campaignId, offerId: offer.id };
}
