import type { CDPSession, Locator, Page } from 'playwright';
import { periodPresets } from '#contract/analytics.ts';
import { campaignFilters } from '#domain/campaign-status.ts';
import { offerFilters } from '#domain/offer-stage.ts';
import { presetLabels } from '#domain/period.ts';
import { startFaultProxy } from '#tests/faults/proxy.ts';
import { type BenchBrowser, logInAndStore } from './browser.ts';
import { runningCampaign } from './common-gets.ts';

declare global {
  interface Window {
    /** Whether the tap has come to the option. */
    benchTapped?: Promise<boolean>;
    benchChosen?: Promise<number>;
  }
}

/** What is about to slide in stands still at first, elsewhere than where it goes: a tap may miss it. */
const mostTaps = 5;

/** How late the network brings each answer, where there is one, ms. */
const lateMs = 1000;

interface Choice {
  name: string;
  /** Where one chooses. */
  path: string;
  /** Of what it begins with. */
  shown: string;
  /** The button that opens the choices, by how its name begins. */
  button: string;
  role: 'button' | 'menuitemradio';
  labels: readonly string[];
  /** What must have nothing on its way. */
  places: string;
}

interface Options {
  /** The port of a server. */
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

/** Chooses periods and filters, none of them twice on one page: what they show is stored on the phone, and nowhere nearer. */
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

/** Milliseconds from the tap on a choice to the frame that shows all of what it is about, with nothing before it. */
async function choose(page: Page, session: CDPSession, choice: Choice, label: string): Promise<number> {
  const { button, role, places } = choice;
  await tap(session, page.getByRole('button', { name: new RegExp(`^${button}`) }));
  const option = page.getByRole(role, { name: label, exact: role === 'button' });
  // As a thumb waits; a pointer that hovers would have the figures fetched.
  await (await option.elementHandle())?.waitForElementState('stable');
  for (let taps = 0; taps < mostTaps; taps += 1) {
    await option.evaluate(watch, { button: `${button}${label}`, places });
    await tap(session, option);
    if (await page.evaluate(() => window.benchTapped))
      return page.evaluate(() => window.benchChosen as Promise<number>);
  }
  throw new Error(`“${label}” can't be tapped on.`);
}

/**
 * Runs in the page, to which the compiler's helper for the names of functions does not come: measures from the next tap on
 * the option. A tap that misses it is told, too.
 */
function watch(option: Element, { button, places }: { button: string; places: string }): void {
  const heardWithinMs = 1000;
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
    setTimeout(resolveTapped, heardWithinMs, false);
  });
}

/** A finger's, which comes from nowhere: nothing was fetched because a pointer came near. */
async function tap(session: CDPSession, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to tap on.');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
