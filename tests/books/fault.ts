import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#server/database/database.ts';
import { exchanged, type Plan, type Played, planOf, play } from './play.ts';
import { race } from './steps/races.ts';

/** Limit of lives played to find a shorter one with a fault. */
const maxShorterPlays = 60;
/** One in this many lives is also played in another order, unless the database decides the order. */
const exchangedEvery = 5;

/** A life as text, with the command that replays it. */
export const titleOf = (seed: number) => `Seed ${seed}. Replay: npm run books -- --seed ${seed} --lives 1`;

/** The fault that a seed's life finds, with the steps that led to it; null if the books are correct. */
export async function faultOf(db: Database, seed: number): Promise<string | null> {
  const plan = planOf(seed);
  const played = await play(db, plan, { isConcurrent: true });
  if (played.fault !== null) return describeFault(seed, await shortest(db, plan, played));
  if (seed % exchangedEvery !== 0 || plan.steps.some(({ step }) => step === race)) return null;
  const other = await play(db, exchanged(plan), { isConcurrent: true });
  if (other.fault !== null) return describeFault(seed, other);
  if (isDeepStrictEqual(played.digest, other.digest)) return null;
  const [one, two] = [played, other].map(({ digest }) => JSON.stringify(digest));
  const fault = `With settlement and reconciliation in the other order there is\n${two}\ninstead of\n${one}`;
  return describeFault(seed, { ...played, fault });
}

/** Removes steps while a fault remains. */
async function shortest(db: Database, plan: Plan, played: Played): Promise<Played> {
  let [steps, best] = [plan.steps, played];
  let plays = 0;
  for (let at = steps.length - 1; at >= 0 && plays < maxShorterPlays; at -= 1, plays += 1) {
    const fewer = steps.filter((_, place) => place !== at);
    const shorter = await play(db, { ...plan, steps: fewer }, { isConcurrent: true });
    if (shorter.fault !== null) [steps, best] = [fewer, shorter];
  }
  return best;
}

const describeFault = (seed: number, { words, fault }: Played) =>
  [titleOf(seed), ...words.map((line, i) => `${i + 1}. ${line}`), fault].join('\n');
