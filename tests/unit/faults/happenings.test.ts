import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Creators } from '#tests/faults/rounds/creators.ts';
import type { Device } from '#tests/faults/rounds/device.ts';
import { playOut } from '#tests/faults/rounds/happenings.ts';
import type { Plan } from '#tests/faults/rounds/plan.ts';
import { listenToScreens } from '#tests/faults/rounds/screen-log.ts';

const plan: Plan = {
  seed: 1,
  lastsMs: 400,
  offers: 1,
  weather: [
    { mode: { kind: 'pass' }, forMs: 100 },
    { mode: { kind: 'refuse' }, forMs: 100 },
  ],
  mishaps: [
    { kind: 'kill', afterMs: 0, downMs: 0 },
    { kind: 'reload', afterMs: 100 },
  ],
  submissions: [{ atMs: 10, offer: 0 }],
};

test('an aborted round waits for what has begun, and begins nothing more', async () => {
  const done: string[] = [];
  const does = (what: string) => async () => {
    await wait(50);
    done.push(what);
  };
  const device: Device = {
    tabs: () => [],
    openTab: does('open'),
    closeTab: does('close'),
    reload: does('reload'),
    kill: does('kill'),
    stopWorkers: does('stop'),
    sawLogin: () => false,
    leave: does('leave'),
  };
  const creators: Creators = {
    campaignId: 'cam_1',
    offers: [{ id: 'off_1', creator: 'Ada of round 1' }],
    contentWith: () => undefined,
    submit: () => Promise.reject(new Error('This post was already submitted.')),
    waiting: () => Promise.resolve([]),
    applied: () => Promise.resolve([]),
    badges: () => Promise.resolve(new Map()),
  };
  const screenLog = listenToScreens({ record: () => undefined, events: () => [] }, creators);
  const cable = { setMode: ({ kind }: { kind: string }) => Promise.resolve(void done.push(kind)) };
  const played = playOut({ plan, cable, device, creators, screenLog, note: () => undefined });
  await expect(played).rejects.toThrow('This post was already submitted.');
  expect(done).toStrictEqual(['pass', 'kill']);
});
