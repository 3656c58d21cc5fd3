import { setTimeout as wait } from 'node:timers/promises';
import type { AppServer } from '../../e2e/fixtures/app-server.ts';
import { watchMachine } from '../../e2e/fixtures/machine.ts';
import type { Phone } from '../../engines/phones/phone.ts';
import { randomOf } from '../../simulation/queue/random.ts';
import { checkHistory, type Violations } from '../../support/history/check.ts';
import type { HistoryEvent } from '../../support/history/event.ts';
import type { HistoryRecorder } from '../../support/history/recorder.ts';
import type { FaultProxy } from '../proxy.ts';
import { inviteCreators } from './creators.ts';
import { type Device, holdDevice } from './device.ts';
import { effectsOn } from './effects.ts';
import type { Mishap, Plan } from './plan.ts';
import { look } from './screen.ts';
import { clearAttention, differences, eventually, isSettled, settle } from './settle.ts';
import { listenToScreens } from './told.ts';
import { userOf } from './user.ts';

/** Within which a decision is to arrive once the server answers and a page is open. */
const promisedMs = 5_000;
const pauseMs = { least: 100, more: 500 };

export interface Scene {
  phone: Phone;
  server: AppServer;
  /** Its cuts are told to the history. */
  cable: Pick<FaultProxy, 'setMode'>;
  brandId: string;
  /** Counts the rounds of this brand from 1. */
  number: number;
  history: HistoryRecorder;
  note(text: string): void;
}

export interface RoundResult {
  decisions: number;
  applied: number;
  killed: number;
  stopped: number;
  /** How long each decision took that waited when the network returned for good, in ms. */
  waitsMs: number[];
  violations: Violations;
  /** What else was not as promised. */
  findings: string[];
}

function suffer(device: Device, mishap: Mishap): Promise<void> {
  switch (mishap.kind) {
    case 'reload':
      return device.reload();
    case 'open-tab':
      return device.tabs().length < 2 ? device.openTab() : Promise.resolve();
    case 'close-tab':
      return device.closeTab();
    case 'stop-worker':
      return device.stopWorkers();
    case 'kill':
      return device.kill(mishap.downMs);
  }
}

/** Plays a plan with a real browser, and says what became of every decision. */
export async function playRound(plan: Plan, scene: Scene): Promise<RoundResult> {
  const { phone, server, cable, brandId, history, note } = scene;
  const creators = await inviteCreators(server, { brandId, round: scene.number, count: plan.offers });
  const told = listenToScreens(history, creators);
  const path = `/dashboard/campaigns/${creators.campaignId}`;
  const device = holdDevice({ phone, path, history, see: told.see, note });
  await device.openTab();
  const isReady = () => {
    const screen = device.tabs()[0]?.screen ?? null;
    return isSettled(screen) && screen?.rows.length === plan.offers;
  };
  if (!(await eventually(isReady))) {
    const tab = device.tabs()[0]?.tab;
    throw new Error(`The campaign did not come: ${JSON.stringify(tab && (await look(tab)))}`);
  }

  const machineLateMs = watchMachine();
  const count = { killed: 0, stopped: 0 };
  const startedAt = Date.now();
  const until = (atMs: number) => wait(Math.max(0, startedAt + atMs - Date.now()));
  let isOver = false;
  const findings: string[] = [];

  async function weather() {
    for (const { mode, forMs } of plan.weather) {
      if (Date.now() - startedAt > plan.lastsMs) return;
      note(`network: ${JSON.stringify(mode)}`);
      await cable.setMode(mode);
      await wait(forMs);
    }
  }
  async function mishaps() {
    for (const mishap of plan.mishaps) {
      await until(mishap.atMs);
      note(mishap.kind);
      if (mishap.kind === 'kill') count.killed += 1;
      if (mishap.kind === 'stop-worker') count.stopped += 1;
      await suffer(device, mishap);
    }
  }
  async function submissions() {
    for (const { atMs, offer } of plan.submissions) {
      await until(atMs);
      const each = creators.offers[offer];
      if (each) await creators.submit(each);
      note(`${each?.creator} submits`);
    }
  }
  async function work() {
    const random = randomOf(plan.seed + 1);
    const user = userOf({ random, creators, told });
    while (!isOver) {
      const tabs = device.tabs();
      const open = tabs[random.below(tabs.length)];
      try {
        if (open?.screen) await user.step(open);
      } catch {
        // The page went away under the finger.
      }
      await wait(pauseMs.least + random.below(pauseMs.more));
    }
  }
  const working = work();
  const over = until(plan.lastsMs);
  await Promise.all([weather(), mishaps(), submissions(), over]);
  isOver = true;
  await working;

  note('network: mended');
  await cable.setMode({ kind: 'pass' });
  const mendedAt = Date.now();
  const end = await settle(device, creators, told);
  if (!end.isSettled) findings.push(`unsettled 60 s after the network's return: ${end.banner}`);
  const lateMs = machineLateMs();
  const { events, applied, doubled } = await effectsOn(server, creators, told.actions);
  for (const event of events) history.record(event);
  if (doubled > 0) findings.push(`the server did ${doubled} decisions more than its database shows`);
  const checked = [...history.events()];
  if (!(await clearAttention(device))) findings.push('a decision that needs attention could not be discarded');
  await device.reload();
  findings.push(...(await differences(device, creators)));
  await device.leave();
  return {
    ...count,
    decisions: told.actions.length,
    applied,
    waitsMs: waitsAfter(mendedAt, checked),
    violations: checkHistory(checked, { stuckAfterMs: promisedMs + lateMs, tellsRefusals: true }),
    findings,
  };
}

/** From the network's return until the server had done what waited then. */
function waitsAfter(mendedAt: number, events: readonly HistoryEvent[]): number[] {
  return events.flatMap((event) => {
    if (event.kind !== 'applied' || event.at < mendedAt) return [];
    const decidedAt = events.find((each) => each.kind === 'invoke' && each.actionId === event.actionId)?.at ?? mendedAt;
    return decidedAt < mendedAt ? [event.at - mendedAt] : [];
  });
}
