import { setTimeout as wait } from 'node:timers/promises';
import { inHands, type WireTarget } from '#tests/support/webkit/hands.ts';
import type { WebKitHost } from '#tests/support/webkit/host.ts';
import type { PhoneOptions, Tab } from './phone.ts';
import { describeTarget, patternOf, type Target } from './target.ts';

const loadLimitMs = 60_000;
/** Time limit for an element to become clickable. */
const readyLimitMs = 30_000;
const pauseMs = 50;

const wire = ({ source, flags }: RegExp) => ({ source, flags });

function wireTarget(target: Target): WireTarget {
  return {
    ...('role' in target
      ? {
          role: target.role,
          ...(target.name === undefined ? {} : { name: wire(patternOf(target.name)) }),
          ...(target.level === undefined ? {} : { level: target.level }),
        }
      : { field: wire(patternOf(target.field)) }),
    ...(target.within ? { within: wireTarget(target.within) } : {}),
    ...(target.holds ? { holds: wireTarget(target.holds) } : {}),
  };
}

/** Opens a tab of WebKitGTK. */
export async function openWebKitTab(host: WebKitHost, { origin }: Required<PhoneOptions>): Promise<Tab> {
  const view = await host.call('new', {}, loadLimitMs);
  const hands = inHands((script) => host.call('evaluate', { view, script, world: 'driver' }));

  /** Polls until there is no problem. */
  async function ready<T>(target: Target, ask: () => Promise<T | { problem: string }>): Promise<T> {
    const deadline = Date.now() + readyLimitMs;
    for (;;) {
      const answer = await ask();
      if (!(answer instanceof Object && 'problem' in answer)) return answer;
      if (Date.now() > deadline) throw new Error(`${describeTarget(target)} ${answer.problem}`);
      await wait(pauseMs);
    }
  }

  async function press(target: Target) {
    const spot = await ready(target, () => hands.spot(wireTarget(target)));
    await host.call('click', { view, ...spot });
    // Scripts overtake mouse events; the next one could scroll the element away from under the pointer.
    await ready(target, async () => {
      const arrival = await hands.arrival();
      if (arrival === 'elsewhere') throw new Error(`${describeTarget(target)} moved away from under the pointer`);
      return arrival === 'awaited' ? { problem: 'was not reached by the click' } : arrival;
    });
  }

  /** Waits for a field's state: pages run in another process, so a click and typed text take effect a moment later. */
  async function fieldThat(
    target: Target,
    problem: string,
    isSo: (field: { value: string; hasFocus: boolean }) => boolean,
  ) {
    await ready(target, async () => {
      const field = await hands.field(wireTarget(target));
      return field && isSo(field) ? null : { problem };
    });
  }

  return {
    open: async (path) => void (await host.call('open', { view, url: new URL(path, origin).href }, loadLimitMs)),
    reload: async () => void (await host.call('reload', { view }, loadLimitMs)),
    back: async () => void (await host.call('back', { view })),
    address: async () => String(await host.call('address', { view })),
    press,
    async fill(target, text) {
      await press(target);
      await fieldThat(target, 'has no focus', ({ hasFocus }) => hasFocus);
      await host.call('type', { view, text });
      await fieldThat(target, `does not hold "${text}"`, ({ value }) => value === text);
    },
    texts: (target) => hands.texts(wireTarget(target)),
    async evaluate<T, A>(run: (arg: A) => T | Promise<T>, arg?: A): Promise<T> {
      const script = `const __name = (it) => it;
        return JSON.stringify(await (${run})(${JSON.stringify(arg)})) ?? 'null';`;
      return (await host.call('evaluate', { view, script })) as T;
    },
    screenshot: async (path) => void (await host.call('screenshot', { view, path })),
    close: async () => void (await host.call('close', { view })),
  };
}
