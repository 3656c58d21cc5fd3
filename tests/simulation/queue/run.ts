import { checkHistory, type Violations } from '#tests/support/history/check.ts';
import type { HistoryEvent } from '#tests/support/history/event.ts';
import { type BrandId, brandIds } from './brand.ts';
import { decisionKinds, type SimulatedKind } from './kinds.ts';
import { createOnlooker, type Sights } from './onlooker.ts';
import { takeStep } from './steps.ts';
import { createWorld } from './world.ts';

/** Result of a run; all lists are empty if the worker worked correctly. */
export interface Result extends Sights {
  violations: Record<BrandId, Violations>;
  falseReports: string[];
  reported: unknown[];
  histories: Record<BrandId, readonly HistoryEvent[]>;
  /** Steps in order, each with its time. */
  steps: string[];
  counts: { applied: number; stops: number; received: number };
}

/** Runs one brand, or two in turn, on a phone for some minutes, with every possible event and fault. */
export async function simulate(
  seed: number,
  kinds: readonly SimulatedKind[] = decisionKinds,
  { hasSessionFaults = false } = {},
): Promise<Result> {
  const world = createWorld(seed, kinds, { hasSessionFaults });
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

  // All faults are repaired now, so pending intents must be sent, first for one brand and then for the other.
  world.calm();
  world.setWeather('good');
  world.setStorage(null, null);
  for (const id of [...brandIds].reverse()) {
    if (world.loggedIn() !== id || world.isRevoked()) world.logIn(id);
    // An older page that is still open would notice changes only within a minute; a new tab syncs at once.
    else world.openTab();
    // A request that hung earlier blocks a sync until it times out.
    const isRefreshing = () =>
      world.users().some(({ page }) => page.status()?.refreshing !== false || !page.status()?.complete);
    for (let i = 0; i < 6 || (isRefreshing() && i < 14); i += 1) {
      await clock.advance(3500);
      await look();
    }
    // Without a feed, lists are only fetched every five minutes.
    if (!world.hasFeed) await clock.advance(330_000);
    // For a minute the copy attributes records with the earlier clock to a lagging replica.
    if (world.wasServerSetBack()) await clock.advance(150_000);
    await compare(id);
  }
  for (const { page } of world.users()) page.close();

  const eventsOf = (id: BrandId) => brands[id].history.events();
  const violationsOf = (id: BrandId) => checkHistory(eventsOf(id), { recordsRefusals: true });
  return {
    ...sights,
    violations: { brd_1: violationsOf('brd_1'), brd_2: violationsOf('brd_2') },
    falseReports: brandIds.flatMap((id) => brands[id].falseReports),
    reported: phone.reported,
    histories: { brd_1: eventsOf('brd_1'), brd_2: eventsOf('brd_2') },
    steps,
    counts: { applied: phone.server.applied.length, stops: world.stops(), received: phone.server.received.length },
  };
}
