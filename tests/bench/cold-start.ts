import { stopWorkers } from '#tests/support/stop-workers.ts';
import type { BenchBrowser } from './browser.ts';

export interface ColdStart {
  path: string;
  /** Of a row of the list that the page is about. */
  row: string;
  /** How many times slower than it is the processor is made. */
  slowdown?: number;
  /** Without what the page itself keeps for its first frames: every row comes from the worker. */
  withoutFirstFrame?: boolean;
  /** Waits for the app's own rows, which can be pressed, not for those of the screen as it was left. */
  live?: boolean;
  /** Without the worker: everything comes over the network, as in an app that stores nothing. */
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

/** Opens a screen and stays until the page has stored what it shows, as people leave it. */
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

/** Runs in the page, before its own scripts: marks the time at which the frame with the first row was handed to the screen. */
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
