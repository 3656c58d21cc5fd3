import { listCampaigns } from '#contract/brand/campaign.ts';
import { listOffers } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { timeAnswers } from '../answers.ts';
import { logInAndStore } from '../browser.ts';
import { type ColdStart, coldStart, leaveAt } from '../loading/cold-start.ts';
import type { OfflineBench } from '../loading/offline.ts';

const list = { path: '/dashboard/campaigns', row: 'li[aria-posinset]' };
const inbox = { path: '/dashboard/review', row: '[data-offer]', live: true };
const painted = 'campaign list, as it last was';
const ready = 'campaign list, its own rows';
const opened = 'inbox, its own rows';

/** Measures offline cold starts of the inbox and of the campaign list, alternately. */
export async function measureInbox({ server, browser, login, quick, add, say }: OfflineBench): Promise<void> {
  const { address } = server;
  const page = await browser.newTab();
  say('Inbox: logging in, and storing it all on the phone …');
  await logInAndStore(page, address, login);
  await page.goto(`${address}${inbox.path}`);
  await page.locator(inbox.row).first().waitFor();
  await page.close();
  await leaveAt(browser, address, list);
  await server.stop();
  for (const [slowdown, speed] of [
    [1, 'CPU as it is'],
    [4, 'page 4x slower'],
  ] as const) {
    const starts: [string, ColdStart][] = [
      [painted, { ...list, slowdown }],
      [ready, { ...list, slowdown, live: true }],
      [opened, { ...inbox, slowdown }],
    ];
    const taken = new Map(starts.map(([name]) => [name, [] as number[]]));
    say(`Inbox: starting, ${speed} …`);
    for (let round = 0; round < (quick ? 3 : 12); round += 1) {
      // Alternate the order, so that neither always follows the other.
      for (const [name, start] of round % 2 === 0 ? starts : starts.toReversed())
        taken.get(name)?.push(await coldStart(browser, address, start));
    }
    const group = `Offline cold start of a brand with 10,000 offers, 400 of them in review, ${speed}`;
    for (const [name, ms] of taken) add(group, name, ms);
    const ratios = (to: string) =>
      (taken.get(opened) ?? []).map((ms, round) => ms / (taken.get(to)?.[round] ?? Number.NaN));
    add(group, '  inbox to the list’s own rows', ratios(ready), { of: 'p50', max: 1 }, 'times');
    add(group, '  inbox to the list as it last was', ratios(painted), null, 'times');
  }
  await addAnswers({ browser, address, quick, add });
}

/** Adds the share of the worker's responses: the inbox requests its pages one after another. */
async function addAnswers({
  browser,
  address,
  quick,
  add,
}: Pick<OfflineBench, 'browser' | 'quick' | 'add'> & { address: string }) {
  const page = await browser.newTab();
  await page.goto(`${address}${list.path}`);
  await page.locator(list.row).first().waitFor();
  const paths = [
    pathOf(listCampaigns, {}, { campaignStatus: 'ACTIVE', page: '1', pageSize: '20' }),
    ...['1', '2', '3', '4'].map((number) =>
      pathOf(listOffers, {}, { offerStageType: 'AWAITING_EVIDENCE_CLEARANCE', page: number, pageSize: '100' }),
    ),
  ];
  const [ofList, ...ofInbox] = await timeAnswers(page, paths, quick ? 5 : 20, 'copy');
  await page.close();
  const group = 'Answers of the worker for these screens, from IndexedDB';
  add(group, 'the campaign list’s page of 20', ofList?.ms ?? []);
  add(group, 'the inbox’s 4 pages of 100 together', sums(ofInbox.map(({ ms }) => ms)));
}

const sums = ([first = [], ...others]: number[][]) =>
  first.map((ms, round) => others.reduce((sum, each) => sum + (each[round] ?? Number.NaN), ms));
