import type { CDPSession, Locator, Page } from 'playwright';
import { periodPresets } from '#contract/brand/analytics.ts';
import { campaignFilters } from '#domain/campaigns/campaign-status.ts';
import { offerFilters } from '#domain/offers/offer-stage.ts';
import { presetLabels } from '#domain/time/period.ts';
import { startFaultProxy } from '#tests/faults/proxy.ts';
import { type BenchBrowser, logInAndStore } from '../browser.ts';
import { runningCampaign } from '../common-gets.ts';

declare global {
  interface Window {
    /** Resolves to true if the tap hit the option. */
    benchTapped?: Promise<boolean>;
    benchChosen?: Promise<number>;
  }
}

/** A menu about to slide in is at first still, but away from its final position, so a tap may miss it. */
const maxTaps = 5;

/** Delay of each response with a network, in ms. */
const lateMs = 1000;

interface Choice {
  name: string;
  /** Path of the screen with the choice. */
  path: string;
  /** Selector of an element that is present once the screen has loaded. */
  shown: string;
  /** Start of the name of the button that opens the choices. */
  button: string;
  role: 'button' | 'menuitemradio';
  labels: readonly string[];
  /** Selector of the parts that must no longer be busy. */
  places: string;
}

interface Options {
  /** Port of the measured server. */
  port: number;
  browser: BenchBrowser;
  login: Record<'email' | 'password', string>;
  rounds: number;
  say(text: string): void;
}

export interface Chosen {
  name: string;
  network: 'none' | 'slow';
  ms: number[];
}

/**
 * Chooses periods and filters, none of them twice on one page, so that their figures come from local data and not from
 * memory.
 */
export async function measureChoosing({ port, browser, login, rounds, say }: Options): Promise<Chosen[]> {
  const found: Chosen[] = [];
  const cable = await startFaultProxy({ targetPort: port });
  const page = await browser.newTab();
  const session = await browser.context.newCDPSession(page);
  try {
    say('Choosing: logging in, and storing it all on the phone …');
    await logInAndStore(page, cable.url, login);
    const choices = choicesIn(await runningCampaign(page));
    for (const network of ['none', 'slow'] as const) {
      await cable.setMode(network === 'none' ? { kind: 'refuse' } : slowAnswers);
      for (const choice of choices) {
        say(`Choosing: ${choice.name}, ${network === 'none' ? 'no network' : 'a slow network'} …`);
        const ms: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          await page.goto(cable.url + choice.path);
          await page.locator(`#root ${choice.shown}`).first().waitFor();
          for (const label of choice.labels) ms.push(await choose(page, session, choice, label));
        }
        found.push({ name: choice.name, network, ms });
      }
    }
    return found;
  } finally {
    await page.close();
    await cable.close();
  }
}

const slowAnswers = { kind: 'delay', ms: lateMs, hold: 'answer', match: { pathPattern: /^\/brand\// } } as const;

function choicesIn(campaignId: string): Choice[] {
  const periods = {
    shown: '[aria-label="Figures of the period"]',
    button: 'Period: ',
    role: 'button',
    labels: periodPresets.filter((preset) => preset !== 'last_90d').map((preset) => presetLabels[preset]),
  } as const;
  const ofBrand = { ...periods, path: '/dashboard/analytics' };
  const figures = '[aria-label="Figures"]';
  const filters = (all: readonly { label: string }[]) => all.slice(1).map(({ label }) => label);
  return [
    { ...ofBrand, name: 'a period of all campaigns: figures', places: figures },
    { ...ofBrand, name: 'a period of all campaigns: figures, chart and posts', places: 'main' },
    {
      ...periods,
      path: `/dashboard/analytics/campaign/${campaignId}`,
      name: 'a period of a campaign: figures',
      places: figures,
    },
    {
      name: 'campaigns of a state',
      path: '/dashboard/campaigns',
      shown: 'li[aria-posinset]',
      button: 'Filter: ',
      role: 'menuitemradio',
      labels: filters(campaignFilters),
      places: 'main',
    },
    {
      name: 'offers of a stage',
      path: `/dashboard/campaigns/${campaignId}`,
      shown: '[data-offer]',
      button: 'Filter offers: ',
      role: 'menuitemradio',
      labels: filters(offerFilters),
      places: 'main',
    },
  ];
}

/** Milliseconds from the tap on a choice to the frame that shows all of its figures or rows, without a skeleton. */
async function choose(page: Page, session: CDPSession, choice: Choice, label: string): Promise<number> {
  const { button, role, places } = choice;
  await tap(session, page.getByRole('button', { name: new RegExp(`^${button}`) }));
  const option = page.getByRole(role, { name: label, exact: role === 'button' });
  // A user's thumb waits for the option to stop, too. Playwright's click would hover first, and hovering prefetches the
  // figures.
  await (await option.elementHandle())?.waitForElementState('stable');
  for (let taps = 0; taps < maxTaps; taps += 1) {
    await option.evaluate(watch, { button: `${button}${label}`, places });
    await tap(session, option);
    if (await page.evaluate(() => window.benchTapped))
      return page.evaluate(() => window.benchChosen as Promise<number>);
  }
  throw new Error(`“${label}” can't be tapped on.`);
}

/**
 * Runs in the page: measures from the next tap on the option, and reports a tap that misses it. Its functions are
 * methods, since the page lacks the helper with which the compiler names functions.
 */
function watch(option: Element, { button, places }: { button: string; places: string }): void {
  const respondsWithinMs = 1000;
  const look = {
    isAwaited(busy: Element) {
      return busy.closest(places) !== null && !busy.textContent.startsWith('Loading more ');
    },
    isOver() {
      return (
        [...document.querySelectorAll('button')].some(({ ariaLabel }) => ariaLabel === button) &&
        document.querySelector('[role="menu"], [role="dialog"]') === null &&
        ![...document.querySelectorAll('[aria-busy="true"]')].some((busy) => look.isAwaited(busy))
      );
    },
    onFrame(done: () => void) {
      if (!look.isOver()) {
        requestAnimationFrame(() => look.onFrame(done));
        return;
      }
      const afterPaint = new MessageChannel();
      afterPaint.port1.onmessage = done;
      afterPaint.port2.postMessage(null);
    },
  };
  window.benchTapped = new Promise((resolveTapped) => {
    window.benchChosen = new Promise((resolve) => {
      addEventListener(
        'click',
        ({ target, timeStamp }) => {
          const isHit = option.contains(target as Node);
          resolveTapped(isHit);
          if (isHit) requestAnimationFrame(() => look.onFrame(() => resolve(performance.now() - timeStamp)));
        },
        { once: true, capture: true },
      );
    });
    setTimeout(resolveTapped, respondsWithinMs, false);
  });
}

/** Taps by touch, which has no hover, so that an approaching pointer prefetches nothing. */
async function tap(session: CDPSession, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to tap on.');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
