import { describe, expect, test } from 'vitest';
import { planOf } from '#tests/faults/rounds/plan.ts';

const seeds = Array.from({ length: 300 }, (_, i) => i + 1);
const plans = seeds.map((seed) => planOf(seed, { canStopWorkers: true }));

describe('a plan of faults', () => {
  test('is the same for the same seed, and differs for other seeds', () => {
    expect(planOf(7, { canStopWorkers: true })).toEqual(plans[6]);
    expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBe(seeds.length);
  });

  test('lasts 20 to 40 s, and its network faults cover all of it', () => {
    for (const { lastsMs, weather } of plans) {
      expect(lastsMs).toBeGreaterThanOrEqual(20_000);
      expect(lastsMs).toBeLessThanOrEqual(40_000);
      expect(weather.reduce((sum, { forMs }) => sum + forMs, 0)).toBeGreaterThanOrEqual(lastsMs);
    }
  });

  test('covers every fault and every mishap over many seeds', () => {
    const kinds = new Set(plans.flatMap(({ weather }) => weather.map(({ mode }) => mode.kind)));
    expect([...kinds].sort()).toEqual(
      'captive-portal delay lose-answer pass refuse reset reset-after-bytes stall status'.split(' '),
    );
    const mishaps = new Set(plans.flatMap((plan) => plan.mishaps.map(({ kind }) => kind)));
    expect([...mishaps].sort()).toEqual(['close-tab', 'kill', 'open-tab', 'reload', 'stop-worker']);
  });

  test('stops no worker if it isn’t possible', () => {
    const kinds = seeds.flatMap((seed) => planOf(seed, { canStopWorkers: false }).mishaps.map(({ kind }) => kind));
    expect(kinds).not.toContain('stop-worker');
  });
});
