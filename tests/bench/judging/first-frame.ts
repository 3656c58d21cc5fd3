import type { Page } from 'playwright';

declare global {
  interface Window {
    benchFirstFrame?: Promise<Shown>;
  }
}

export interface Shown {
  /** Time until the draft's play button was rendered, in ms. */
  playMs: number;
  /** Time until a frame of the draft was shown, in ms. */
  frameMs: number;
}

/**
 * Watches for the first frame after the next tap, ignoring the draft currently on screen. @returns resolves once it is
 * shown
 */
export async function fromTap(page: Page): Promise<() => Promise<Shown>> {
  await page.evaluate(watch, true);
  return () => shownOn(page);
}

/** Opens an address, and measures from the start of the navigation. */
export async function fromOpening(page: Page, url: string): Promise<Shown> {
  await page.addInitScript(watch, false);
  await page.goto(url, { waitUntil: 'commit' });
  return shownOn(page);
}

const shownOn = (page: Page) => page.evaluate(() => window.benchFirstFrame as Promise<Shown>);

/**
 * Runs in the page: plays the draft as soon as its button is rendered, as the fastest user would, and measures until
 * the browser has presented a frame. Its functions are methods, since the page lacks the helper with which the compiler
 * names functions.
 */
function watch(isFromTap: boolean): void {
  const before = document.querySelector('video');
  const look = {
    forPlay(startMs: number, done: (shown: Shown) => void) {
      const video = document.querySelector<HTMLVideoElement>('[role="dialog"] video');
      const play = video?.parentElement?.querySelector<HTMLButtonElement>('button[aria-label^="Play "]');
      if (!video || !play || video === before) {
        requestAnimationFrame(() => look.forPlay(startMs, done));
        return;
      }
      const playMs = performance.now() - startMs;
      // Without a tap the browser only plays muted videos.
      video.muted = true;
      video.requestVideoFrameCallback(() => done({ playMs, frameMs: performance.now() - startMs }));
      play.click();
    },
  };
  window.benchFirstFrame = new Promise((resolve) => {
    if (!isFromTap) look.forPlay(0, resolve);
    else addEventListener('click', ({ timeStamp }) => look.forPlay(timeStamp, resolve), { once: true, capture: true });
  });
}
