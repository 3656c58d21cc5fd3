import type { Heard } from '#tests/e2e/fixtures/app-server.ts';
import type { Effect } from '../rounds/effects.ts';
import type { Made } from './contestants.ts';

const promisedMs = 5_000;

/** Outcome of one round's decisions. */
export interface Contested {
  made: number;
  applied: number;
  lost: number;
  /** Decisions still in the page's queue at the end, or applied more than 5 s after the network's return. */
  held: number;
  doubled: number;
  /** Attempts that reached the server beyond the first of each decision. */
  repeats: number;
  reordered: number;
  /** Time from the network's return to the effect of each decision that waited then, in ms. */
  waitsMs: number[];
}

interface Seen {
  made: readonly Made[];
  applied: readonly Effect[];
  heard: readonly Heard[];
  /** Fulfillments whose decision the page still has in its queue. */
  waiting: ReadonlySet<string>;
  mendedAt: number;
}

/** Counts a round's outcome. */
export function outcomeOf({ made, applied, heard, waiting, mendedAt }: Seen): Contested {
  const effectOf = ({ fulfillmentId }: Made) => applied.find((effect) => effect.fulfillmentId === fulfillmentId);
  const missing = made.filter((each) => effectOf(each) === undefined);
  const kept = missing.filter(({ fulfillmentId }) => waiting.has(fulfillmentId));
  const late = made.filter((each) => (effectOf(each)?.at ?? 0) > mendedAt + promisedMs);
  const overtakes = (each: Made, before: Made) =>
    before.offerId === each.offerId && (effectOf(before)?.at ?? 0) > (effectOf(each)?.at ?? Number.POSITIVE_INFINITY);
  return {
    made: made.length,
    applied: made.length - missing.length,
    lost: missing.length - kept.length,
    held: kept.length + late.length,
    doubled: heard.filter(({ status, isReplay }) => status < 300 && !isReplay).length - applied.length,
    repeats: heard.length - new Set(heard.map(({ actionId }) => actionId)).size,
    reordered: made.filter((each, index) => made.slice(0, index).some((before) => overtakes(each, before))).length,
    waitsMs: made.flatMap((each) => {
      const at = effectOf(each)?.at ?? 0;
      return each.at < mendedAt && at >= mendedAt ? [at - mendedAt] : [];
    }),
  };
}
