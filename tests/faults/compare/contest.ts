import { setTimeout as wait } from 'node:timers/promises';
import type { AppServer } from '#tests/e2e/fixtures/app-server.ts';
import type { Phone, Tab } from '#tests/engines/phones/phone.ts';
import { type Random, randomOf } from '#tests/simulation/queue/random.ts';
import type { FaultProxy } from '../proxy.ts';
import { inviteCreators } from '../rounds/creators.ts';
import { type Mishap, planOf } from '../rounds/plan.ts';
import { eventually } from '../rounds/settle.ts';
import type { Contestant, Made } from './contestants.ts';
import { type Contested, outcomeOf } from './outcome.ts';

const lastsMs = 15_000;
const offers = 8;
/** A decision that hasn't arrived by then, with a page open and a server that answers, counts as waiting or as lost. */
const timeoutMs = 20_000;

interface Scene {
  contestant: Contestant;
  phone: Phone;
  server: AppServer;
  cable: FaultProxy;
  brandId: string;
  number: number;
}

/** The last seconds never have a network, so that some decision waits for its return. */
const endings = [{ kind: 'refuse' }, { kind: 'stall' }, { kind: 'status', status: 503 }] as const;

/** Plays a round; with the same seed every contestant meets the same faults. */
export async function contest(seed: number, scene: Scene): Promise<Contested> {
  const { contestant, phone, server, cable, brandId, number } = scene;
  const plan = planOf(seed, { canStopWorkers: phone.stopWorkers !== undefined });
  const random: Random = randomOf(seed + 1);
  const creators = await inviteCreators(server, { brandId, round: number, count: offers });
  const heardBefore = server.heard.length;
  let tab: Tab | null = null;
  const path = contestant.path(creators);
  const openTab = async () => {
    const opened = await phone.newTab();
    tab = opened;
    await opened.open(path).catch(() => undefined);
  };
  const isOpen = async () => tab !== null && contestant.isOpen(tab);
  await openTab();
  if (!(await eventually(isOpen, 30_000))) throw new Error(`${contestant.name} did not open.`);

  const made: Made[] = [];
  let isOver = false;
  const over = wait(lastsMs).then(() => {
    isOver = true;
  });
  async function weather() {
    for (const { mode, forMs } of plan.weather) {
      if (isOver) return;
      await cable.setMode(mode);
      await Promise.race([wait(forMs), over]);
    }
  }
  async function suffer(mishap: Mishap) {
    if (mishap.kind === 'stop-worker') await phone.stopWorkers?.();
    if (mishap.kind === 'reload') await tab?.reload().catch(() => undefined);
    if (mishap.kind !== 'kill') return;
    tab = null;
    await phone.kill();
    await wait(mishap.downMs);
    await phone.start();
    await openTab();
  }
  async function mishaps() {
    for (const mishap of plan.mishaps) {
      await Promise.race([wait(mishap.afterMs), over]);
      if (isOver) return;
      await suffer(mishap);
    }
  }
  async function approveOne() {
    const decided = new Set(made.map(({ fulfillmentId }) => fulfillmentId));
    const open = (await creators.waiting()).filter(({ fulfillmentId }) => !decided.has(fulfillmentId));
    const next = open[random.below(open.length)];
    if (next === undefined || tab === null) return;
    try {
      const done = await contestant.approve(tab, next.offer, next.fulfillmentId, creators);
      if (done && !decided.has(done.fulfillmentId)) made.push(done);
    } catch {
      // The page was left or killed during the press.
    }
  }
  async function work() {
    while (!isOver) {
      await approveOne();
      await wait(800 + random.below(800));
      const [owing] = (await creators.applied()).filter(({ fulfillmentId }) => random.chance(0.3) && fulfillmentId);
      const offer = creators.offers.find(({ id }) => id === owing?.offerId);
      const isFree = offer && (await creators.waiting()).every((each) => each.offer.id !== offer.id);
      if (offer && isFree) await creators.submit(offer);
    }
  }
  await Promise.all([weather(), mishaps(), work()]);

  await cable.setMode(endings[seed % endings.length] ?? endings[0]);
  if (await eventually(isOpen, 15_000)) for (let i = 0; i < 2; i += 1) await approveOne();
  await wait(3_000);
  await cable.setMode({ kind: 'pass' });
  const mendedAt = Date.now();
  // A browser can't be relied on for the online event: only every other round has it.
  if (seed % 2 === 0)
    await (tab as Tab | null)?.evaluate(() => void dispatchEvent(new Event('online'))).catch(() => undefined);
  const all = async () => (await creators.applied()).length >= made.length;
  await eventually(all, timeoutMs);

  const held = tab === null ? null : await contestant.waiting(tab, creators).catch(() => null);
  const outcome = outcomeOf({
    made,
    applied: await creators.applied(),
    heard: server.heard.slice(heardBefore),
    waiting: held ?? new Set(),
    mendedAt,
  });
  await (tab as Tab | null)?.close();
  return outcome;
}
