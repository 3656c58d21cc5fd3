import { timeAnswers } from '../answers.ts';
import { type BenchBrowser, logInAndStore } from '../browser.ts';
import { commonGets, runningCampaign } from '../common-gets.ts';
import type { Add, Figure } from '../report.ts';
import { type ColdStart, coldStart, leaveAt } from './cold-start.ts';
import type { BenchServer } from './starts.ts';

/** Measurements of a brand whose data is on the phone. The last part of the bench, since it stops its server. */
export interface OfflineBench {
  server: BenchServer;
  browser: BenchBrowser;
  login: Record<'email' | 'password', string>;
  quick: boolean;
  add: Add;
  say(text: string): void;
}

const offlineTarget = { of: 'p75', max: 500 } as const;
const slowTarget = { of: 'p75', max: 1_000 } as const;
const campaignRow = 'li[aria-posinset]';
const offerRow = '[data-offer]';

/** Stops the server, and measures cold starts and the worker's responses with everything stored. */
export async function measureOffline({ server, browser, login, quick, add, say }: OfflineBench): Promise<void> {
  const rounds = quick ? 5 : 20;
  const { address } = server;
  const page = await browser.newTab();
  say('Logging in, and storing it all on the phone …');
  const stored = await logInAndStore(page, address, login);
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
    if (!start.withoutFirstFrame) await leaveAt(browser, address, start);
    for (let round = 0; round < rounds; round += 1) values.push(await coldStart(browser, address, start));
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
  const offline = 'Offline cold start to painted rows: worker stopped, server gone';
  const slow = `${offline}, page 4x slower`;
  for (const [name, start] of [
    ['campaign list', list],
    ['offers of a campaign', detail],
  ] as const) {
    const fromWorker = { ...start, withoutFirstFrame: true };
    await measure(offline, name, start, offlineTarget);
    await measure(offline, `${name}, all rows from the worker`, fromWorker, offlineTarget);
    await measure(slow, name, { ...start, slowdown: 4 }, slowTarget);
    await measure(slow, `${name}, all rows from the worker`, { ...fromWorker, slowdown: 4 }, slowTarget);
    await measure(slow, `${name}, ready for the finger`, { ...start, slowdown: 4, live: true }, null);
  }

  say('Answers of the worker …');
  await page.goto(`${address}${list.path}`);
  await page.locator(campaignRow).first().waitFor();
  const fromCopy = await timeAnswers(page, gets, quick ? 10 : 50, 'copy');
  await page.close();
  const answers = 'Answers of the worker from IndexedDB, offline';
  const all = (times: typeof fromCopy) => times.flatMap(({ ms }) => ms);
  add(answers, 'all of these', all(fromCopy), { of: 'p95', max: 50 });
  for (const { path, ms } of fromCopy) add(answers, shortened(path), ms);
  add('The alternative: the same asked of the server, on this machine', 'all of these', all(fromNetwork));
}

const shortened = (path: string) =>
  path
    .replace('/brand/v1.0/', '')
    .replace(/_[0-9A-Z]{26}/g, '_…')
    .slice(0, 70);
