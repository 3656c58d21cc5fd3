import { stopWorkers } from '#tests/support/browsers/stop-workers.ts';
import type { BenchBrowser } from '../browser.ts';

export interface ColdStart {
  path: string;
  /** Selector of a row of the page's main list. */
  row: string;
  /** Factor by which the processor is slowed down. */
  slowdown?: number;
  /** Removes the stored first frame, so that every row comes from the worker. */
  withoutFirstFrame?: boolean;
  /** Waits for the app's own rows, which can be pressed, rather than those of the first frame. */
  live?: boolean;
  /** Bypasses the worker: everything comes over the network, as in an app without local storage. */
  withoutWorker?: boolean;
}

export const paintedMark = 'rows painted';

/** Milliseconds from opening an address in a new tab, with no worker running, to its first painted row. */
export async function coldStart(browser: BenchBrowser, address: string, start: ColdStart): Promise<number> {
  const page = await browser.newTab();
  try {
    await stopWorkers(page);
    const session = await browser.context.newCDPSession(page);
    if (start.withoutWorker) {
      await session.send('Network.enable');
      await session.send('Network.setBypassServiceWorker', { bypass: true });
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    }
    const { row, withoutFirstFrame = false, live = false } = start;
    await page.addInitScript(markRows, { row: live ? `#root ${row}` : row, withoutFirstFrame, name: paintedMark });
    if (start.slowdown) await session.send('Emulation.setCPUThrottlingRate', { rate: start.slowdown });
    await page.goto(address + start.path, { waitUntil: 'commit' });
    const painted = await page.waitForFunction((name) => performance.getEntriesByName(name)[0]?.startTime, paintedMark);
    return (await painted.jsonValue()) as number;
  } finally {
    await page.close();
  }
}

/** Opens a screen and stays until the page has stored its first frame, as on a user's visit. */
export async function leaveAt(browser: BenchBrowser, address: string, { path, row }: ColdStart): Promise<void> {
  const page = await browser.newTab();
  await page.goto(address + path);
  await page.locator(`#root ${row}`).first().waitFor();
  await page.waitForFunction((path) => localStorage.getItem('afield-first-paint')?.includes(`"${path}"`), path);
  await page.close();
}

interface Marked {
  row: string;
  withoutFirstFrame: boolean;
  name: string;
}

/** Runs in the page before its own scripts: records when the frame with the first row was presented. */
export function markRows({ row, withoutFirstFrame, name }: Marked): void {
  if (withoutFirstFrame && location.protocol !== 'about:') {
    localStorage.removeItem('afield-first-frame');
    localStorage.removeItem('afield-first-paint');
  }
  const observer = new MutationObserver(() => {
    if (document.querySelector(row) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const afterPaint = new MessageChannel();
      afterPaint.port1.onmessage = () => performance.mark(name);
      afterPaint.port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
