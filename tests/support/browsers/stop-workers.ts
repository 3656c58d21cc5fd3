import type { Page } from 'playwright';

/**
 * Stops every service worker of a browser, as the browser does with idle ones and when memory is short. Resolves once
 * each has stopped, though a page may have restarted one since. Chromium only.
 *
 * Don't run it under a trace: the recorder requests the bodies of a worker's responses, and Chromium 156 as a whole
 * crashes with a failed check in Network.getResponseBody if that worker is stopping.
 */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const running = new Set<string>();
  const stopped = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, runningStatus } of versions) {
        if (runningStatus === 'stopped') running.delete(versionId);
        else running.add(versionId);
      }
      if (running.size === 0) resolve();
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await session.detach();
}
