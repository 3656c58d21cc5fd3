import type { CDPSession, Page } from 'playwright';
import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import { mediaCacheName } from '#sw/media/media.ts';
import { stopWorkers } from '#tests/support/browsers/stop-workers.ts';
import { logInAndStore } from '../browser.ts';
import type { Add } from '../report.ts';
import type { BrandPart } from '../use/sending.ts';
import { fromOpening, fromTap, type Shown } from './first-frame.ts';
import { type PendingDraft, pendingDrafts } from './pending-drafts.ts';
import { connectSlowCable, type SlowCable } from './slow-cable.ts';

const bitsPerSecond = 1_500_000;
const viewport = { width: 412, height: 839 };
/** Long enough that each decision can be undone, so that all rounds find the same drafts. */
const holdMs = 30_000;
/** Inbox rows rendered before scrolling. */
const renderedRows = 40;

interface Phone {
  page: Page;
  session: CDPSession;
  /** False for a phone that downloads no drafts, and discards each one that it has played. */
  keepsDrafts: boolean;
}

const steps = [
  { name: 'from the tap on a row of the inbox', max: 300, measure: tapRow },
  { name: 'from the tap on Approve to the next draft’s', max: 150, measure: decide },
  { name: 'from opening a push’s address, worker stopped', max: 300, measure: openAddress },
] as const;

/**
 * Measures the time to a draft's first frame on a phone that has the inbox's drafts, and on one that has none. Both use
 * the same slow network, and take turns.
 */
export async function measureJudging({ port, browser, login, quick, add, say }: BrandPart): Promise<void> {
  const cable = await connectSlowCable(port);
  const other = await browser.browser.newContext();
  try {
    say('Judging: logging in on two phones, and downloading the drafts on one …');
    const phones = [await openPhone(await browser.newTab(), true), await openPhone(await other.newPage(), false)];
    for (const { page, keepsDrafts } of phones) {
      await page.setViewportSize(viewport);
      await logInAndStore(page, cable.url, login);
      await page.evaluate(
        (ms) => localStorage.setItem('afield-hold', JSON.stringify({ ms, everywhere: false })),
        holdMs,
      );
      await (keepsDrafts ? untilDownloaded(page) : removeDownloads(page));
    }
    const [downloaded] = phones as [Phone];
    const drafts = await pendingDrafts(downloaded.page);
    cable.setRate(bitsPerSecond);
    const [uncounted, ...others] = roundsOf(drafts);
    if (uncounted === undefined) throw new Error('There are no drafts to judge.');
    // A browser's first playback starts its decoder and its sound.
    for (const phone of phones) {
      await settle(phone, cable);
      await tapRow(phone, cable.url, uncounted);
    }
    const rounds = others.slice(0, quick ? 2 : 6);
    for (const { name, max, measure } of steps) {
      const taken = new Map(phones.map((each) => [each, [] as Shown[]]));
      for (const [at, round] of rounds.entries()) {
        say(`Judging: ${name}, ${at + 1} of ${rounds.length} …`);
        // Alternate the order, so that neither phone always follows the other.
        for (const each of at % 2 === 0 ? phones : phones.toReversed()) {
          await settle(each, cable);
          taken.get(each)?.push(await measure(each, cable.url, round));
        }
      }
      report(add, name, max, [...taken.values()]);
    }
  } finally {
    await other.close();
    await cable.close();
  }
}

interface Round {
  /** The draft under review. */
  first: PendingDraft;
  /** The next draft in the inbox. */
  next: PendingDraft;
}

/** Pairs of neighbors, each with a video that no earlier pair has. */
function roundsOf(drafts: readonly PendingDraft[]): Round[] {
  const used = new Set<string>();
  return drafts.slice(0, renderedRows).flatMap((first, place) => {
    const next = drafts[place + 1];
    if (next === undefined || used.has(first.video) || used.has(next.video) || first.video === next.video) return [];
    used.add(first.video);
    return [{ first, next }];
  });
}

async function openPhone(page: Page, keepsDrafts: boolean): Promise<Phone> {
  return { page, session: await page.context().newCDPSession(page), keepsDrafts };
}

/** Ends work left running by earlier measurements, and makes a phone without drafts discard those it has played. */
async function settle({ page, session, keepsDrafts }: Phone, cable: SlowCable): Promise<void> {
  await page.goto('about:blank');
  cable.cut();
  await page.goto(`${cable.url}/dashboard/review?kind=draft`, { waitUntil: 'commit' });
  await page.locator('#root [data-offer]').first().waitFor();
  if (keepsDrafts) return;
  await page.evaluate((name) => caches.delete(name), mediaCacheName);
  await session.send('Network.clearBrowserCache');
}

async function tapRow({ page }: Phone, _url: string, { first }: Round): Promise<Shown> {
  const shown = await fromTap(page);
  await page.locator(`[data-offer="${first.id}"]`).click();
  return shown();
}

async function decide({ page }: Phone, url: string, { first }: Round): Promise<Shown> {
  await page.goto(`${url}/dashboard/review?kind=draft&offer=${first.id}`, { waitUntil: 'commit' });
  const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve draft' });
  // The buttons are enabled only after the draft has been on screen for a moment.
  await approve.click({ trial: true });
  const shown = await fromTap(page);
  await approve.click();
  const result = await shown();
  await page.getByRole('button', { name: 'Undo' }).click();
  await approve.waitFor();
  return result;
}

async function openAddress({ page }: Phone, url: string, { first }: Round): Promise<Shown> {
  await page.goto('about:blank');
  const opened = await page.context().newPage();
  try {
    await opened.setViewportSize(viewport);
    await stopWorkers(opened);
    return await fromOpening(opened, `${url}/dashboard/review?offer=${first.id}`);
  } finally {
    await opened.close();
  }
}

function report(add: Add, name: string, max: number, [kept, loaded]: Shown[][]): void {
  const group = `A draft’s first frame, ${name}`;
  const ms = (all: Shown[] = []) => all.map(({ frameMs }) => frameMs);
  add(group, 'the draft is on the phone', ms(kept), { of: 'p50', max });
  add(
    group,
    '  until Play is there to tap',
    (kept ?? []).map(({ playMs }) => playMs),
  );
  add(group, 'the same video by 1.5 Mbit/s', ms(loaded));
  add(
    group,
    '  until Play is there to tap',
    (loaded ?? []).map(({ playMs }) => playMs),
  );
  const ratios = ms(loaded).map((each, at) => each / (ms(kept)[at] ?? Number.NaN));
  add(group, '  times as long as from the phone', ratios, null, 'times');
}

/** Resolves once each draft that the phone may store is on it. */
async function untilDownloaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { controller } = navigator.serviceWorker;
    for (let isMissing = true; isMissing; ) {
      isMissing = await new Promise<boolean>((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
          if (data.type === 'drafts') resolve(data.drafts.drafts.some(({ state }) => state !== 'kept'));
        });
        controller?.postMessage({ type: 'get-drafts' }, [new MessageChannel().port2]);
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
}

async function removeDownloads(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const message of [{ type: 'set-downloads', policy: 'never' }, { type: 'remove-downloads' }]) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        navigator.serviceWorker.controller?.postMessage(message, [port2]);
      });
    }
  });
}
