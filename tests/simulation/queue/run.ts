import type { BrandSession } from '../../../src/contract/auth.ts';
import { readActions } from '../../../src/offline/outbox.ts';
import { checkHistory, type Violations } from '../../support/history/check.ts';
import type { HistoryEvent } from '../../support/history/event.ts';
import { type HistoryRecorder, recordHistory, type ToldEvent } from '../../support/history/recorder.ts';
import { createFakePhone } from '../../support/worker/fake-phone.ts';
import { offerIdOf } from '../../support/worker/model-server.ts';
import { fateIn, type Weather } from './cable.ts';
import { type Random, randomOf } from './random.ts';
import { openPage, type User } from './user.ts';

const brands = ['brd_1', 'brd_2'] as const;
type BrandId = (typeof brands)[number];
const offersOf: Record<BrandId, readonly [string, ...string[]]> = {
  brd_1: [offerIdOf(1), offerIdOf(2), offerIdOf(3)],
  brd_2: [offerIdOf(11), offerIdOf(12)],
};

/** What a run came to; all empty, and no difference, where the worker kept its promises. */
export interface Result {
  violations: Record<BrandId, Violations>;
  /** Decisions of one brand that arrived in the name of another. */
  strangers: string[];
  /** What still waits though everything was mended and a page was open. */
  waiting: string[];
  /** Offers that the phone shows otherwise than the server has them. */
  differences: string[];
  reported: unknown[];
  histories: Record<BrandId, readonly HistoryEvent[]>;
  counts: { applied: number; stops: number; heard: number };
}

/** A brand, or two in turn, at work on a phone for some minutes, with everything that can happen to it. */
export async function simulate(seed: number): Promise<Result> {
  const random: Random = randomOf(seed);
  let stopIn = 0;
  let stops = 0;
  let weather: Weather = 'good';
  const phone = createFakePhone({
    onStep(self) {
      if (stopIn > 0) {
        stopIn -= 1;
        if (stopIn === 0) stopNow(self);
      }
    },
    fateOf: (request) => fateIn(weather, random, request),
    onApplied: ({ brandId, ...applied }) => {
      const own = ownerOf(applied.offerId);
      histories[own].record({ kind: 'applied', ...applied });
      if (own !== brandId) strangers.push(applied.actionId);
    },
  });
  const { clock, server } = phone;
  const histories: Record<BrandId, HistoryRecorder> = {
    brd_1: recordHistory({ now: clock.now }),
    brd_2: recordHistory({ now: clock.now }),
  };
  const strangers: string[] = [];
  const ownerOf = (offerId: string): BrandId => (offersOf.brd_1.includes(offerId) ? 'brd_1' : 'brd_2');
  const sessions: Partial<Record<BrandId, BrandSession>> = {};
  let brand: BrandId = 'brd_1';
  let user: User | null = null;
  let isRevoked = false;

  function stopNow(self: { stop(): void }): void {
    stops += 1;
    self.stop();
    // The next beat starts another: as if the network had been gone for a moment.
    if (weather === 'good') for (const kind of ['cut', 'mended'] as const) tellAll({ kind });
  }
  phone.onTold = (message) => {
    if (message.type === 'session-refreshed') sessions[brand] = message.session;
    user?.hear(message);
  };

  function open(): void {
    const session = sessions[brand] ?? server.logIn(brand);
    sessions[brand] = session;
    user = openPage({ phone, random, history: histories[brand], offers: offersOf[brand] }, session);
    if (!isRevoked) histories[brand].record({ kind: 'opened' });
  }
  function close(): void {
    histories[brand].record({ kind: 'closed' });
    user?.close();
    user = null;
  }
  /** The same brand logs in again, or another. */
  function logIn(next: BrandId): void {
    close();
    brand = next;
    sessions[brand] = server.logIn(brand);
    isRevoked = false;
    open();
  }
  function tellAll(event: ToldEvent): void {
    for (const { record } of Object.values(histories)) record(event);
  }
  function setWeather(next: Weather): void {
    weather = next;
    tellAll({ kind: next === 'good' ? 'mended' : 'cut' });
  }
  async function look(): Promise<void> {
    const rows = await clock.until(phone.outbox.run((database) => database.getAll('actions')));
    for (const each of brands) {
      const waiting = rows.filter(({ brandId, state }) => brandId === each && state === 'waiting');
      histories[each].record({ kind: 'queue', actionIds: waiting.map(({ actionId }) => actionId) });
    }
  }

  async function step(): Promise<void> {
    const what = random.weighted({
      decide: 9,
      undo: 3,
      attend: 1.5,
      resubmit: 3,
      weather: 4,
      stop: 2,
      stopSoon: 3,
      page: 1.5,
      expire: 1.5,
      revoke: 0.4,
      switch: 0.4,
      sync: 1,
    });
    switch (what) {
      case 'decide':
        void user?.decide();
        break;
      case 'undo':
        void user?.undo();
        break;
      case 'attend':
        void user?.attend();
        break;
      case 'resubmit':
        server.resubmit(random.pick(offersOf[brand]));
        break;
      case 'weather':
        setWeather(random.weighted({ good: 3, refuse: 1, hang: 1, portal: 1, flaky: 3 }));
        break;
      case 'stop':
        stopNow(phone);
        break;
      case 'stopSoon':
        stopIn = 1 + random.below(40);
        break;
      case 'page':
        if (user === null) open();
        else close();
        break;
      case 'expire':
        server.expireAccess();
        break;
      case 'revoke':
        if (isRevoked) logIn(brand);
        else {
          histories[brand].record({ kind: 'closed' });
          server.revoke(brand);
          isRevoked = true;
        }
        break;
      case 'switch':
        logIn(brand === 'brd_1' ? 'brd_2' : 'brd_1');
        break;
      case 'sync':
        void phone.sync().catch(() => undefined);
        break;
    }
    await clock.advance(random.chance(0.5) ? random.below(300) : random.below(5000));
    await look();
  }

  for (const each of brands) for (const id of offersOf[each]) server.addOffer(each, id);
  histories.brd_2.record({ kind: 'closed' });
  open();
  await clock.advance(random.below(2000));
  const steps = 10 + random.below(20);
  for (let i = 0; i < steps; i += 1) await step();

  // Everything is well again: what waits has to go, for the one brand and then for the other.
  stopIn = 0;
  setWeather('good');
  const waiting: string[] = [];
  for (const each of [...brands].reverse()) {
    if (brand !== each || isRevoked) logIn(each);
    else if (user === null) open();
    for (let i = 0; i < 3; i += 1) {
      await clock.advance(3500);
      await look();
    }
    const left = await clock.until(readActions(phone.outbox, each));
    waiting.push(...left.filter(({ state }) => state === 'waiting').map(({ actionId }) => actionId));
  }
  const differences = await differ();
  (user as User | null)?.close();

  /** The phone shows what the server has: for the brand that is logged in. */
  async function differ(): Promise<string[]> {
    const rows = await clock.until(phone.copy.run((database) => database.getAll('offers')));
    return rows.flatMap(({ id, value }) =>
      JSON.stringify(value) === JSON.stringify(server.offer(id)) ? [] : [`${id} ${JSON.stringify(value)}`],
    );
  }

  return {
    violations: {
      brd_1: checkHistory(histories.brd_1.events()),
      brd_2: checkHistory(histories.brd_2.events()),
    },
    strangers: [
      ...strangers,
      ...server.heard
        .filter((each) => each.brandId !== null && ownerOf(each.offerId) !== each.brandId)
        .map(({ actionId }) => actionId),
    ],
    waiting,
    differences,
    reported: phone.reported,
    histories: { brd_1: histories.brd_1.events(), brd_2: histories.brd_2.events() },
    counts: { applied: server.applied.length, stops, heard: server.heard.length },
  };
}
