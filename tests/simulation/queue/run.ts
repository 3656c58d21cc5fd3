import { checkHistory, type Violations } from '#tests/support/history/check.ts';
import type { HistoryEvent } from '#tests/support/history/event.ts';
import { type BrandId, brandIds } from './brand.ts';
import { decisionKinds, type SimulatedKind } from './kinds.ts';
import { createOnlooker, type Sights } from './onlooker.ts';
import { takeStep } from './steps.ts';
import { createWorld } from './world.ts';

/** What a run came to; all lists are empty where the worker kept its promises. */
export interface Result extends Sights {
  violations: Record<BrandId, Violations>;
  falselyTold: string[];
  reported: unknown[];
  histories: Record<BrandId, readonly HistoryEvent[]>;
  /** What happened, in order, at which time. */
  steps: string[];
  counts: { applied: number; stops: number; heard: number };
}

/** A brand, or two in turn, at work on a phone for some minutes, with everything that can happen to it. */
export async function simulate(seed: number, kinds: readonly SimulatedKind[] = decisionKinds): Promise<Result> {
  const world = createWorld(seed, kinds);
  const { random, phone, brands } = world;
  const { clock } = phone;
  const { look, compare, sights } = createOnlooker(world);
  const steps: string[] = [];

  world.openTab();
  await clock.advance(random.below(2000));
  for (let left = 10 + random.below(25); left > 0; left -= 1) {
    steps.push(`${clock.trueNow()} ${takeStep(world)}`);
    await clock.advance(random.chance(0.5) ? random.below(300) : random.below(5000));
    await look();
  }

  // Everything is well again: what waits has to go, for the one brand and then for the other.
  world.calm();
  world.setWeather('good');
  world.setStorage(null, null);
  for (const id of [...brandIds].reverse()) {
    if (world.loggedIn() !== id || world.isRevoked()) world.logIn(id);
    // With a page of before still open, it is only told what has changed within a minute.
    else world.openTab();
    // A request that hangs since before keeps a sync waiting until it times out.
    const isRefreshing = () =>
      world.users().some(({ page }) => page.status()?.refreshing !== false || !page.status()?.complete);
    for (let i = 0; i < 6 || (isRefreshing() && i < 14); i += 1) {
      await clock.advance(3500);
      await look();
    }
    // Without a feed the lists are walked every five minutes.
    if (!world.hasFeed) await clock.advance(330_000);
    await compare(id);
  }
  for (const { page } of world.users()) page.close();

  const eventsOf = (id: BrandId) => brands[id].history.events();
  const violationsOf = (id: BrandId) => checkHistory(eventsOf(id), { tellsRefusals: true });
  return {
    ...sights,
    violations: { brd_1: violationsOf('brd_1'), brd_2: violationsOf('brd_2') },
    falselyTold: brandIds.flatMap((id) => brands[id].falselyTold),
    reported: phone.reported,
    histories: { brd_1: eventsOf('brd_1'), brd_2: eventsOf('brd_2') },
    steps,
    counts: { applied: phone.server.applied.length, stops: world.stops(), heard: phone.server.heard.length },
  };
}
