import { type Random, randomOf } from '#tests/simulation/queue/random.ts';
import type { FaultMode } from '../modes.ts';

/** A network mode for some time. */
export interface Spell {
  mode: FaultMode;
  forMs: number;
}

/** A mishap of the phone, this long after the previous one. */
export type Mishap = { afterMs: number } & (
  | { kind: 'reload' | 'open-tab' | 'close-tab' | 'stop-worker' }
  /** Killed with SIGKILL, and restarted after `downMs`. */
  | { kind: 'kill'; downMs: number }
);

/** All choices of a round that are made before it starts: the same seed makes the same plan. */
export interface Plan {
  seed: number;
  lastsMs: number;
  offers: number;
  weather: Spell[];
  mishaps: Mishap[];
  /** Times at which a creator submits again, with the offer's number, which is below `offers`. */
  submissions: { atMs: number; offer: number }[];
}

const decisions = { method: 'POST', pathPattern: /\/evidence\/(accept|reject)$/ };

/** A fault may affect only decisions: reads then succeed, and don't show that the server is out of reach. */
function scopeOf(random: Random) {
  const scope = random.weighted({ all: 6, decisions: 3, some: 1.5 });
  if (scope === 'all') return {};
  return { match: decisions, ...(scope === 'some' ? { times: 1 + random.below(2) } : {}) };
}

function faultOf(random: Random): FaultMode {
  const kind = random.weighted({
    refuse: 2,
    reset: 1,
    'reset-after-bytes': 2,
    'lose-answer': 3,
    stall: 2,
    delay: 2,
    'captive-portal': 1.5,
    status: 2.5,
  });
  const scope = scopeOf(random);
  switch (kind) {
    case 'refuse':
      return { kind };
    case 'reset-after-bytes':
      return { kind, bytes: random.below(400), from: random.pick(['answer', 'body']), ...scope };
    case 'delay':
      return { kind, ms: 200 + random.below(4_000), hold: random.pick(['request', 'answer']), ...scope };
    case 'captive-portal':
      return { kind, portal: random.pick(['html', 'redirect']), ...scope };
    case 'status':
      return { kind, status: random.pick([429, 502, 503]), retryAfterSeconds: 1 + random.below(2), ...scope };
    default:
      return { kind, ...scope };
  }
}

function weatherOf(random: Random, lastsMs: number): Spell[] {
  const spells: Spell[] = [{ mode: { kind: 'pass' }, forMs: random.below(3_000) }];
  for (let planned = spells[0]?.forMs ?? 0; planned < lastsMs; ) {
    // The last seconds are bad, so some decision is pending when the network returns.
    const isGood = planned < lastsMs - 8_000 && spells.at(-1)?.mode.kind !== 'pass' && random.chance(0.5);
    const forMs = isGood ? 500 + random.below(6_000) : 800 + random.below(7_000);
    spells.push({ mode: isGood ? { kind: 'pass' } : faultOf(random), forMs });
    planned += forMs;
  }
  return spells;
}

function mishapOf(random: Random, canStopWorkers: boolean): Mishap {
  const stop = canStopWorkers ? 3 : 0;
  const kind = random.weighted({ reload: 2, 'open-tab': 1.5, 'close-tab': 1.5, kill: 2, 'stop-worker': stop });
  const afterMs = 2_000 + random.below(7_000);
  return kind === 'kill' ? { kind, afterMs, downMs: 200 + random.below(4_000) } : { kind, afterMs };
}

/** Plans 20 to 40 s of faults. @param canStopWorkers true if the engine's workers can be stopped externally */
export function planOf(seed: number, { canStopWorkers }: { canStopWorkers: boolean }): Plan {
  const random = randomOf(seed);
  const lastsMs = 20_000 + random.below(20_000);
  const offers = 4 + random.below(4);
  const submissions = Array.from({ length: 3 + random.below(6) }, () => ({
    atMs: random.below(lastsMs),
    offer: random.below(offers),
  })).sort((a, b) => a.atMs - b.atMs);
  return {
    seed,
    lastsMs,
    offers,
    weather: weatherOf(random, lastsMs),
    // There are more mishaps than time for them; the round's end cuts them off.
    mishaps: Array.from({ length: 20 }, () => mishapOf(random, canStopWorkers)),
    submissions,
  };
}
