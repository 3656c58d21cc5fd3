import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type BenchBrowser, logInAndStore } from './browser.ts';
import { coldStart, leaveAt, markRows, paintedMark } from './cold-start.ts';
import { type PipedChromium, startPipedChromium } from './pipe.ts';
import type { Add } from './report.ts';
import type { BenchServer } from './starts.ts';

interface Options {
  server: BenchServer;
  browser: BenchBrowser;
  /** Profile of the browser; once that is closed, a second one is started on it. */
  profileDir: string;
  login: Record<'email' | 'password', string>;
  quick: boolean;
  add: Add;
  say(text: string): void;
}

const path = '/dashboard/campaigns';
const row = 'li[aria-posinset]';
const starts = [
  { name: 'first frame', slowdown: 1, live: false, most: 295 },
  { name: 'rows that can be pressed', slowdown: 1, live: true, most: 450 },
  { name: 'first frame, page 4x slower', slowdown: 4, live: false, most: 803 },
  { name: 'rows that can be pressed, page 4x slower', slowdown: 4, live: true, most: 1_100 },
] as const;
type Start = (typeof starts)[number];

const pollMs = 100;
const settledMs = 300;
const limitMs = 20_000;

/** Measures cold starts offline as users have them, with no inspector on the page, beside the same under Playwright's. */
export async function measureBoot({ server, browser, profileDir, login, quick, add, say }: Options): Promise<void> {
  const rounds = quick ? 3 : 9;
  const page = await browser.newTab();
  say('Logging in, and storing it all on the phone …');
  await logInAndStore(page, server.address, login);
  await page.close();
  await leaveAt(browser, server.address, { path, row });
  await server.stop();
  const inspected = new Map<Start, number[]>(starts.map((start) => [start, []]));
  const bare = new Map<Start, number[]>(starts.map((start) => [start, []]));
  say('Starting under Playwright …');
  for (let round = 0; round < rounds; round += 1) {
    for (const [{ slowdown, live }, values] of inspected) {
      values.push(await coldStart(browser, server.address, { path, row, slowdown, live }));
    }
  }
  await browser.close();
  say('Starting with no inspector …');
  const piped = startPipedChromium(profileDir);
  // A browser's first start reads its own files from the disk, and is not counted.
  await bareStart(piped, server.address, starts[0]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [start, values] of bare) values.push(await bareStart(piped, server.address, start));
  }
  await piped.close();
  for (const [{ name, most }, values] of bare) {
    add('Offline cold start in a new process, worker stopped, no inspector', name, values, { of: 'p50', most });
  }
  for (const [{ name }, values] of inspected) add('The alternative: the same under Playwright', name, values);
}

const created = v.object({ targetId: v.string() });
const attached = v.object({ sessionId: v.string() });
const processes = v.object({ processInfo: v.array(v.object({ type: v.string(), id: v.number() })) });
const evaluated = v.object({ result: v.object({ value: v.optional(v.number()) }) });
const versionsSchema = v.object({
  versions: v.array(v.object({ versionId: v.string(), runningStatus: v.string() })),
});

/** Milliseconds from opening the list in a new process to its marked row. */
async function bareStart({ send, hear }: PipedChromium, address: string, { slowdown, live }: Start): Promise<number> {
  // Earlier pages may leave a process behind that has compiled all scripts.
  const { processInfo } = v.parse(processes, await send('SystemInfo.getProcessInfo'));
  for (const { type, id } of processInfo) if (type === 'renderer') endProcess(id);
  // Chromium gives a page that is opened before it notices their end one of those processes.
  await wait(settledMs);
  const { targetId } = v.parse(created, await send('Target.createTarget', { url: 'about:blank' }));
  const { sessionId } = v.parse(attached, await send('Target.attachToTarget', { targetId, flatten: true }));
  const tell = (method: string, params: object = {}) => send(method, params, sessionId);
  const running = new Set<string>();
  const stopped = new Promise<void>((resolve) => {
    hear(({ method, params, sessionId: of }) => {
      if (method !== 'ServiceWorker.workerVersionUpdated' || of !== sessionId) return;
      for (const { versionId, runningStatus } of v.parse(versionsSchema, params).versions) {
        if (runningStatus === 'stopped') running.delete(versionId);
        else running.add(versionId);
      }
      if (running.size === 0) resolve();
    });
  });
  await tell('ServiceWorker.enable');
  await tell('ServiceWorker.stopAllWorkers');
  await stopped;
  await tell('ServiceWorker.disable');
  // The first frame is shown only at the width at which the screen was left.
  await tell('Emulation.setDeviceMetricsOverride', { width: 412, height: 839, deviceScaleFactor: 0, mobile: false });
  const marked = { row: live ? `#root ${row}` : row, withoutFirstFrame: false, name: paintedMark };
  await tell('Page.enable');
  await tell('Page.addScriptToEvaluateOnNewDocument', { source: `(${markRows})(${JSON.stringify(marked)})` });
  if (slowdown > 1) await tell('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await tell('Page.navigate', { url: address + path });
  const expression = `performance.getEntriesByName(${JSON.stringify(paintedMark)})[0]?.startTime`;
  for (const until = performance.now() + limitMs; performance.now() < until; await wait(pollMs)) {
    const { result } = v.parse(evaluated, await tell('Runtime.evaluate', { expression }));
    if (result.value === undefined) continue;
    await send('Target.closeTarget', { targetId });
    return result.value;
  }
  throw new Error('The list shows no row.');
}

function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}
