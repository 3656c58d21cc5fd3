import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type BenchBrowser, logInAndStore } from '../browser.ts';
import { type PipedChromium, startPipedChromium } from '../pipe.ts';
import type { Add } from '../report.ts';
import { campaignsOf, serveBarePage } from './bare-page.ts';
import { leaveAt, markRows, paintedMark } from './cold-start.ts';
import type { BenchServer } from './starts.ts';

interface Options {
  server: BenchServer;
  browser: BenchBrowser;
  /** Profile of the browser; after that is closed, a second one starts on it. */
  profileDir: string;
  /** For the bare page's files. */
  folder: string;
  login: Record<'email' | 'password', string>;
  quick: boolean;
  add: Add;
  say(text: string): void;
}

const listPath = '/dashboard/campaigns';
const row = 'li[aria-posinset]';
const liveRow = `#root ${row}`;

interface Start {
  name: string;
  url: string;
  /** Selector of the row that ends the measurement. */
  row: string;
}

const speeds = [
  { name: 'CPU as it is', slowdown: 1 },
  { name: 'page 4x slower', slowdown: 4 },
] as const;
/** Targets as ratios to the bare page's rows, because absolute times depend on the machine. */
const max = { firstFrame: 1, rows: 1.7 };

const pollMs = 100;
const settledMs = 300;
const limitMs = 20_000;

/**
 * Measures offline cold starts, without an inspector attached, next to those of a bare page with the same campaigns.
 * Each round measures all of them, so that a busy machine slows all equally.
 */
export async function measureBoot(options: Options): Promise<void> {
  const { server, browser, profileDir, folder, login, quick, add, say } = options;
  say('Logging in, and storing everything on the phone …');
  const page = await browser.newTab();
  await logInAndStore(page, server.address, login);
  await page.close();
  await leaveAt(browser, server.address, { path: listPath, row });
  const bare = await serveBarePage(folder, await campaignsOf(server.address, login));
  await leaveBarePage(browser, bare.address);
  await Promise.all([server.stop(), bare.stop()]);
  await browser.close();

  const frame: Start = { name: 'first frame', url: server.address + listPath, row };
  const rows: Start = { name: 'rows that can be pressed', url: server.address + listPath, row: liveRow };
  const bareRows: Start = { name: 'the alternative: rows of the bare page', url: bare.address, row: liveRow };
  say('Starting …');
  const piped = startPipedChromium(profileDir);
  // A browser's first start reads its own files from disk, and isn't counted.
  for (const start of [frame, bareRows]) await coldStart(piped, start, 1);
  const rounds = quick ? 3 : 9;
  for (const { name: speed, slowdown } of speeds) {
    const taken = new Map<Start, number[]>([frame, rows, bareRows].map((start) => [start, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [start, values] of taken) values.push(await coldStart(piped, start, slowdown));
    }
    const group = `Offline cold start in a new process, worker stopped, no inspector, ${speed}`;
    for (const [{ name }, values] of taken) add(group, name, values);
    const ratios = (start: Start) =>
      (taken.get(start) ?? []).map((ms, round) => ms / (taken.get(bareRows)?.[round] ?? Number.NaN));
    add(group, '  first frame to the bare rows', ratios(frame), { of: 'p50', max: max.firstFrame }, 'times');
    add(group, '  rows to the bare rows', ratios(rows), { of: 'p50', max: max.rows }, 'times');
  }
  await piped.close();
}

/** Visits the bare page until its worker has stored everything and serves the rows. */
async function leaveBarePage(browser: BenchBrowser, address: string): Promise<void> {
  const page = await browser.newTab();
  await page.goto(address);
  await page.locator(liveRow).first().waitFor();
  await page.close();
}

const created = v.object({ targetId: v.string() });
const attached = v.object({ sessionId: v.string() });
const processes = v.object({ processInfo: v.array(v.object({ type: v.string(), id: v.number() })) });
const evaluated = v.object({ result: v.object({ value: v.optional(v.number()) }) });
const versionsSchema = v.object({
  versions: v.array(v.object({ versionId: v.string(), runningStatus: v.string() })),
});

/** Milliseconds from opening an address in a new process to its marked row. */
async function coldStart({ send, onMessage }: PipedChromium, { url, row }: Start, slowdown: number): Promise<number> {
  // Earlier pages may leave a process behind that has compiled all scripts.
  const { processInfo } = v.parse(processes, await send('SystemInfo.getProcessInfo'));
  for (const { type, id } of processInfo) if (type === 'renderer') endProcess(id);
  // Chromium gives one of those processes to a page opened before it notices their end.
  await wait(settledMs);
  const { targetId } = v.parse(created, await send('Target.createTarget', { url: 'about:blank' }));
  const { sessionId } = v.parse(attached, await send('Target.attachToTarget', { targetId, flatten: true }));
  const command = (method: string, params: object = {}) => send(method, params, sessionId);
  const running = new Set<string>();
  const stopped = new Promise<void>((resolve) => {
    onMessage(({ method, params, sessionId: of }) => {
      if (method !== 'ServiceWorker.workerVersionUpdated' || of !== sessionId) return;
      for (const { versionId, runningStatus } of v.parse(versionsSchema, params).versions) {
        if (runningStatus === 'stopped') running.delete(versionId);
        else running.add(versionId);
      }
      if (running.size === 0) resolve();
    });
  });
  await command('ServiceWorker.enable');
  await command('ServiceWorker.stopAllWorkers');
  await stopped;
  await command('ServiceWorker.disable');
  // The first frame is shown only at the width at which the screen was left.
  await command('Emulation.setDeviceMetricsOverride', { width: 412, height: 839, deviceScaleFactor: 0, mobile: false });
  const marked = { row, withoutFirstFrame: false, name: paintedMark };
  await command('Page.enable');
  await command('Page.addScriptToEvaluateOnNewDocument', { source: `(${markRows})(${JSON.stringify(marked)})` });
  if (slowdown > 1) await command('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await command('Page.navigate', { url });
  const expression = `performance.getEntriesByName(${JSON.stringify(paintedMark)})[0]?.startTime`;
  for (const until = performance.now() + limitMs; performance.now() < until; await wait(pollMs)) {
    const { result } = v.parse(evaluated, await command('Runtime.evaluate', { expression }));
    if (result.value === undefined) continue;
    await send('Target.closeTarget', { targetId });
    return result.value;
  }
  throw new Error(`${url} shows no row.`);
}

function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
