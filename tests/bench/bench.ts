import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../src/server/database/embedded.ts';
import { generateLarge, largeLogin } from '../../src/server/demo/large.ts';
import { timeAnswers } from './answers.ts';
import { type BenchBrowser, logInAndStore, startBrowser } from './browser.ts';
import { measureChoosing } from './choosing.ts';
import { type ColdStart, coldStart, leaveAt } from './cold-start.ts';
import { commonGets, runningCampaign } from './common-gets.ts';
import { firstRouteBytes } from './first-route.ts';
import { spreadOf } from './measure.ts';
import { type Figure, loadNow, machineOf, type Report } from './report.ts';
import { listsEmail, listsSize, measureScrolling } from './scrolling.ts';
import { type BenchServer, startServer } from './starts.ts';

interface Options {
  /** Fewer rounds: to see that it runs, and roughly where one stands. */
  quick: boolean;
  say(text: string): void;
}

const size = { campaigns: 1_000, offers: 10_000, watched: { days: 27_000 } };
const offlineTarget = { of: 'p75', most: 500 } as const;
const slowTarget = { of: 'p75', most: 1_000 } as const;
const choosingTarget = { of: 'p75', most: 100 } as const;
/** Less is seen as smooth, and is what a processor of a cheap phone is given time for. */
const frameTarget = { of: 'max', most: 50 } as const;
const campaignRow = 'li[aria-posinset]';
const offerRow = '[data-offer]';

/** Measures everything that is promised, on a server and a browser of its own; takes some minutes. */
export async function runBench({ quick, say }: Options): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'afield-bench-'));
  const rounds = quick ? 5 : 20;
  const loadBefore = loadNow();
  const figures: Figure[] = [];
  const add = (
    group: string,
    name: string,
    values: readonly number[],
    target: Figure['target'] = null,
    unit: Figure['unit'] = 'ms',
  ) => {
    figures.push({ group, name, unit, spread: spreadOf(values), target });
  };
  let server: BenchServer | null = null;
  let browser: BenchBrowser | null = null;
  try {
    const route = firstRouteBytes();
    const bytes = 'First route, brotli';
    add(bytes, 'JavaScript', [route.js / 1000], { of: 'p50', most: 200 }, 'KB');
    add(bytes, 'CSS', [route.css / 1000], { of: 'p50', most: 20 }, 'KB');

    say('Starting the server, first and later …');
    const starts = 'Server: command to "ready"';
    const first = await startOnce(join(folder, 'first'), quick ? 1 : 2);
    add(starts, 'first start, with the demo brand', first, { of: 'p50', most: 15 }, 's');
    const dataDir = join(folder, 'first', '0');
    add(starts, 'later start', await startAgain(dataDir, quick ? 2 : 5), { of: 'p50', most: 4 }, 's');

    say(
      `Making a brand with ${size.campaigns} campaigns, ${size.offers} offers, ${size.watched.days} days of figures …`,
    );
    await makeLarge(dataDir);
    server = await startServer(dataDir);
    const { address } = server;
    browser = await startBrowser(join(folder, 'profile'));
    const { version } = browser;
    const page = await browser.newTab();
    say('Logging in, and storing it all on the phone …');
    const stored = await logInAndStore(page, address, largeLogin);
    const storing = 'Storing the whole brand on the phone';
    add(storing, 'login to first rows', [stored.rowsMs / 1000], null, 's');
    add(storing, 'login to "Up to date"', [stored.storedMs / 1000], null, 's');
    const campaignId = await runningCampaign(page);
    const gets = await commonGets(page, campaignId);

    const list = { path: '/dashboard/campaigns', row: campaignRow };
    const detail = { path: `/dashboard/campaigns/${campaignId}`, row: offerRow };
    const measure = async (group: string, name: string, start: ColdStart, target: Figure['target']) => {
      say(`${group}: ${name} …`);
      const values: number[] = [];
      if (!start.withoutFirstFrame) await leaveAt(browser as BenchBrowser, address, start);
      for (let round = 0; round < rounds; round += 1)
        values.push(await coldStart(browser as BenchBrowser, address, start));
      add(group, name, values, target);
    };

    const online = 'The alternative: the server online, nothing stored';
    await measure(online, 'campaign list', { ...list, withoutFirstFrame: true, withoutWorker: true }, null);
    await measure(online, 'offers of a campaign', { ...detail, withoutFirstFrame: true, withoutWorker: true }, null);
    const bypassing = await browser.newTab();
    const network = await browser.context.newCDPSession(bypassing);
    await network.send('Network.enable');
    await network.send('Network.setBypassServiceWorker', { bypass: true });
    await bypassing.goto(`${address}${list.path}`);
    const fromNetwork = await timeAnswers(bypassing, gets, quick ? 5 : 20, 'network');
    await bypassing.close();

    await server.stop();
    server = null;
    const offline = 'Offline cold start to painted rows: worker stopped, server gone';
    await measure(offline, 'campaign list', list, offlineTarget);
    await measure(
      offline,
      'campaign list, all rows from the worker',
      { ...list, withoutFirstFrame: true },
      offlineTarget,
    );
    await measure(offline, 'offers of a campaign', detail, offlineTarget);
    await measure(
      offline,
      'offers of a campaign, all rows from the worker',
      { ...detail, withoutFirstFrame: true },
      offlineTarget,
    );
    const slow = `${offline}, page 4x slower`;
    await measure(slow, 'campaign list', { ...list, slowdown: 4 }, slowTarget);
    await measure(
      slow,
      'campaign list, all rows from the worker',
      { ...list, slowdown: 4, withoutFirstFrame: true },
      slowTarget,
    );
    await measure(slow, 'campaign list, ready for the finger', { ...list, slowdown: 4, live: true }, null);
    await measure(slow, 'offers of a campaign', { ...detail, slowdown: 4 }, slowTarget);
    await measure(
      slow,
      'offers of a campaign, all rows from the worker',
      { ...detail, slowdown: 4, withoutFirstFrame: true },
      slowTarget,
    );

    say('Answers of the worker …');
    await page.goto(`${address}${list.path}`);
    await page.locator(campaignRow).first().waitFor();
    const fromCopy = await timeAnswers(page, gets, quick ? 10 : 50, 'copy');
    const answers = 'Answers of the worker from IndexedDB, offline';
    add(
      answers,
      'all of these',
      fromCopy.flatMap(({ ms }) => ms),
      { of: 'p95', most: 50 },
    );
    const short = (path: string) =>
      path
        .replace('/brand/v1.0/', '')
        .replace(/_[0-9A-Z]{26}/g, '_…')
        .slice(0, 70);
    for (const { path, ms } of fromCopy) add(answers, short(path), ms);
    const ofServer = 'The alternative: the same asked of the server, on this machine';
    add(
      ofServer,
      'all of these',
      fromNetwork.flatMap(({ ms }) => ms),
    );

    await browser.close();
    server = await startServer(dataDir);
    browser = await startBrowser(join(folder, 'choosing'));
    const port = Number(new URL(server.address).port);
    const choosing = { port, browser, login: largeLogin, rounds: quick ? 1 : 4, say };
    for (const { name, network, ms } of await measureChoosing(choosing)) {
      const how = network === 'none' ? 'no network' : 'a network that answers a second late';
      add(`Choosing, from the tap to the frame that shows it, ${how}`, name, ms, choosingTarget);
    }
    await server.stop();
    server = null;

    await browser.close();
    server = await startServer(dataDir);
    browser = await startBrowser(join(folder, 'lists'));
    const login = { ...largeLogin, email: listsEmail };
    const scrolled = await measureScrolling({ address: server.address, browser, login, quick, say });
    for (const slowed of [true, false]) {
      const group = slowed
        ? 'Scrolling, CPU slowed down four times'
        : 'The alternative: scrolling with the CPU as it is';
      for (const { name, deltasMs, workMs } of scrolled.filter((each) => each.slowed === slowed)) {
        const long = deltasMs.filter((ms) => ms > frameTarget.most).length;
        add(group, name, deltasMs, slowed ? frameTarget : null);
        add(group, `  over ${frameTarget.most} ms`, [long], null, 'frames');
        add(group, '  the page’s own work for a frame', workMs);
      }
    }
    return { machine: machineOf(version, loadBefore), figures };
  } finally {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Seconds of first starts, each on a data directory of its own: `0`, `1`, … in the folder. */
async function startOnce(folder: string, times: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let i = 0; i < times; i += 1) seconds.push(...(await startAgain(join(folder, String(i)), 1)));
  return seconds;
}

async function startAgain(dataDir: string, times: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const { readyMs, stop } = await startServer(dataDir);
    seconds.push(readyMs / 1000);
    await stop();
  }
  return seconds;
}

async function makeLarge(dataDir: string): Promise<void> {
  const database = await openEmbedded({ dataDir });
  try {
    await generateLarge(database.db, { now: new Date(), ...size });
    await generateLarge(database.db, { now: new Date(), ...listsSize, email: listsEmail });
    // As the server does by itself, sooner or later.
    await database.tidy();
  } finally {
    await database.close();
  }
}
