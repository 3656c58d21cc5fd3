import { setTimeout as wait } from 'node:timers/promises';
import { randomOf } from '#tests/simulation/queue/random.ts';
import type { FaultProxy } from '../proxy.ts';
import type { Creators } from './creators.ts';
import type { Device } from './device.ts';
import type { Mishap, Plan } from './plan.ts';
import type { ScreenLog } from './screen-log.ts';
import { userOf } from './user.ts';

interface Stage {
  plan: Plan;
  cable: Pick<FaultProxy, 'setMode'>;
  device: Device;
  creators: Creators;
  screenLog: ScreenLog;
  note(text: string): void;
}

const pauseMs = { min: 100, more: 500 };

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

/**
 * Plays a plan's faults, mishaps, submissions and user actions concurrently until its time is over.
 * @throws the first error, once all have stopped: any still running would restart the browser later
 */
export async function playOut({ plan, cable, device, creators, screenLog, note }: Stage) {
  const count = { killed: 0, stopped: 0 };
  const startedAt = Date.now();
  const end = new AbortController();
  const pause = (ms: number) => wait(Math.max(0, ms), undefined, { signal: end.signal }).catch(() => undefined);
  const until = (atMs: number) => pause(startedAt + atMs - Date.now());
  const isOver = () => end.signal.aborted;

  async function weather() {
    for (const { mode, forMs } of plan.weather) {
      if (isOver()) return;
      note(`network: ${JSON.stringify(mode)}`);
      await cable.setMode(mode);
      await pause(forMs);
    }
  }
  async function mishaps() {
    for (const mishap of plan.mishaps) {
      await pause(mishap.afterMs);
      if (isOver()) return;
      note(mishap.kind);
      if (mishap.kind === 'kill') count.killed += 1;
      if (mishap.kind === 'stop-worker') count.stopped += 1;
      await suffer(device, mishap);
    }
  }
  async function submissions() {
    for (const { atMs, offer } of plan.submissions) {
      await until(atMs);
      if (isOver()) return;
      const each = creators.offers[offer];
      if (each) await creators.submit(each);
      note(`${each?.creator} submits`);
    }
  }
  async function work() {
    const random = randomOf(plan.seed + 1);
    const user = userOf({ random, creators, screenLog, note });
    while (!isOver()) {
      const tabs = device.tabs();
      const open = tabs[random.below(tabs.length)];
      try {
        if (open?.screen) await user.step(open);
      } catch {
        // The page was unloaded or killed during the press.
      }
      await pause(pauseMs.min + random.below(pauseMs.more));
    }
  }
  void until(plan.lastsMs).then(() => end.abort());
  const parts = [weather(), mishaps(), submissions(), work()];
  try {
    await Promise.all(parts);
  } finally {
    end.abort();
    await Promise.allSettled(parts);
  }
  return count;
}
