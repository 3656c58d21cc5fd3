import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { LargeSize } from '#server/demo/large.ts';
import { type BenchBrowser, logInAndStore } from '../browser.ts';
import { ask, type Frames, framesDuring, swipe } from '../loading/frames.ts';
import { putAllRows } from './all-rows.ts';

/** Leaves more than 10,000 rows in each list: archived campaigns aren't listed, and all offers are in one campaign. */
export const listsSize = {
  campaigns: 11_500,
  offers: 12_500,
  offersIn: 'one',
  watched: { posts: 10_000, daysEach: 8 },
} as const satisfies LargeSize;
export const listsEmail = 'lists@afield.test';

/** Pixels per second of a thumb that reads, one that searches and one that races to the end. */
const speeds = { reading: 1_000, searching: 6_000, racing: 40_000 } as const;
type Pace = keyof typeof speeds;
const paces = ['reading', 'searching', 'racing'] as const satisfies Pace[];
const slowdown = 4;
const askEveryMs = 50;
/** Time after the first rows by which the screen around a list has loaded, too. */
const loadedAfterMs = 2_000;
/**
 * The short list shows the cost of rendering rows, the long one that of having them; a browser needs this long to
 * create the long one.
 */
const plainRows = { counts: [200, 10_000], drawnAfterMs: 10_000 };

interface List {
  name: string;
  path: string;
  row: string;
}

interface Options {
  address: string;
  browser: BenchBrowser;
  login: Record<'email' | 'password', string>;
  quick: boolean;
  say(text: string): void;
}

export interface Scrolled extends Frames {
  name: string;
  /** The target applies to the app on a throttled processor; the other two are for comparison. */
  of: 'slowed' | 'plain' | 'unslowed';
}

/** Share of the list that isn't rendered yet while scrolling. */
export interface Missing {
  name: string;
  /** Share of the viewport's rows that are missing, for each sample in which a row was due. */
  percent: number[];
}

interface Measured {
  frames: Scrolled[];
  missing: Missing[];
}

/** Scrolls through a large brand's lists as a thumb does. */
export async function measureScrolling({ address, browser, login, quick, say }: Options): Promise<Measured> {
  const frames: Scrolled[] = [];
  const missing: Missing[] = [];
  const page = await browser.newTab();
  const session = await browser.context.newCDPSession(page);
  const measure = async (name: string, act: () => Promise<void>, of: Scrolled['of'] = 'slowed') => {
    frames.push({ name, of, ...(await framesDuring(session, act)) });
  };
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  const seconds = quick ? 3 : 6;
  const measureAlternative = async (name: string, direction: 1 | -1) => {
    await slow(slowdown);
    await setTimeout(loadedAfterMs);
    for (const pace of paces)
      await measure(`${name}: ${pace}`, () => stretch(session, pace, direction, seconds), 'plain');
    await slow(1);
  };
  say('Scrolling: logging in, and storing it all on the phone …');
  await logInAndStore(page, address, login);
  const campaign = await campaignOfAllOffers(page);
  const lists: List[] = [
    { name: 'campaigns', path: '/dashboard/campaigns', row: 'li[aria-posinset]' },
    { name: 'posts', path: '/dashboard/analytics', row: '[aria-label="Posts"] li[aria-posinset]' },
  ];
  // The shorter list is the alternative: a faster scroll could gain at most the cost of all rows over that of a fifth
  // of them.
  const lengths = quick ? [200] : [2_000, Number.POSITIVE_INFINITY];
  for (const { name, path, row } of lists) {
    say(`Scrolling: ${name} …`);
    await page.goto(address + path);
    await page.locator(row).first().waitFor();
    await setTimeout(loadedAfterMs);
    await slow(slowdown);
    for (const length of lengths) {
      const rows = Number.isFinite(length) ? `the first ${length} ${name}` : `all ${name}`;
      await measure(`${rows}: first time down, pages come on the way`, () => toTheEnd(session, row, length));
      for (const pace of paces) {
        await measure(`${rows}: ${pace}`, () => stretch(session, pace, -1, seconds));
        // Sampling is work, too, and would lengthen the frames, so it has a separate scroll.
        const percent = await missingDuring(session, row, () => stretch(session, pace, -1, seconds));
        // A quick bench soon scrolls past its few rows, to the part of the screen without any.
        if (percent.length > 0) missing.push({ name: `${rows}: ${pace}`, percent });
      }
    }
    await slow(1);
    await measure(`all ${name}: searching`, () => stretch(session, 'searching', 1, seconds), 'unslowed');
    say(`Scrolling: the same ${name} as plain rows …`);
    for (const count of quick ? plainRows.counts.slice(0, 1) : plainRows.counts) {
      await page.goto(address + path);
      await page.locator(row).first().waitFor();
      await putAllRows(page, row, count);
      await setTimeout(plainRows.drawnAfterMs);
      await ask(session, 'scrollTo(0, document.documentElement.scrollHeight)');
      await measureAlternative(`${count} ${name} as plain rows`, -1);
    }
  }
  say('Scrolling: offers …');
  await page.goto(`${address}/dashboard/campaigns/${campaign}`);
  await page.locator('[data-offer]').first().waitFor();
  await slow(slowdown);
  await measure('offers: a screen with a page of ten', async () => {
    await swipe(session, { by: 3_000, pxPerSecond: speeds.searching });
    await swipe(session, { by: -3_000, pxPerSecond: speeds.reading });
  });
  await page.getByRole('button', { name: 'Next page' }).focus();
  await measure('offers: turning pages', () => turnPages(page, session, quick ? 10 : 60));
  await page.goto('about:blank');
  await page.setContent('<body style="height: 2000000px; background: repeating-linear-gradient(#fff, #ccc 196px)">');
  await measureAlternative('a page with nothing on it', 1);
  await page.close();
  return { frames, missing };
}

async function campaignOfAllOffers(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
    const answer = await fetch('/brand/v1.0/offers?page=1&pageSize=1', { headers });
    const { data } = (await answer.json()) as { data: { campaignId: string }[] };
    if (data[0] === undefined) throw new Error('There is no offer.');
    return data[0].campaignId;
  });
}

/** Swipes down until the last row is visible, or this many have passed. */
async function toTheEnd(session: CDPSession, row: string, atMost: number): Promise<void> {
  const lastOf = `((rows) => [Math.max(...rows.map((row) => row.ariaPosInSet)), Number(rows[0].ariaSetSize)])`;
  for (;;) {
    await swipe(session, { by: speeds.racing / 2, pxPerSecond: speeds.racing });
    const [at = 0, of = 0] = (await ask(session, `${lastOf}([...document.querySelectorAll('${row}')])`)) as number[];
    if (at >= Math.min(of, atMost)) return;
  }
}

/** Samples the rows in the viewport during an action. */
async function missingDuring(session: CDPSession, row: string, act: () => Promise<void>): Promise<number[]> {
  await ask(
    session,
    `(() => {
      const list = document.querySelector('${row}').parentElement;
      const tops = () => [...list.children].map((row) => Number.parseFloat(row.style.top));
      const [first, second] = tops();
      const pitchPx = second - first;
      const looks = (window.benchLooks = []);
      window.benchLooking = setInterval(() => {
        const there = new Set(tops().map((top) => Math.round(top / pitchPx)));
        const topPx = -list.getBoundingClientRect().top;
        const seen = [];
        for (let at = Math.max(0, Math.floor(topPx / pitchPx)); at * pitchPx < topPx + innerHeight; at += 1) seen.push(there.has(at));
        if (seen.length > 0) looks.push((100 * seen.filter((isThere) => !isThere).length) / seen.length);
      }, ${askEveryMs});
    })()`,
  );
  await act();
  return (await ask(session, 'clearInterval(benchLooking), benchLooks')) as number[];
}

async function stretch(session: CDPSession, pace: Pace, direction: 1 | -1, seconds: number): Promise<void> {
  const pxPerSecond = speeds[pace];
  for (let second = 0; second < seconds; second += 1) {
    await swipe(session, { by: direction * pxPerSecond, pxPerSecond });
  }
}

async function turnPages(page: Page, session: CDPSession, times: number): Promise<void> {
  const shown = `document.querySelector('[aria-labelledby="offers-title"] [aria-live]').textContent`;
  for (let turned = 1; turned <= times; turned += 1) {
    await page.keyboard.press('Enter');
    while (!String(await ask(session, shown)).startsWith(`Showing ${turned * 10 + 1}-`)) await setTimeout(askEveryMs);
  }
}
