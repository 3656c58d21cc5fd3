import type { Page } from 'playwright';

/** Opens the app, and waits until its first worker has cached it. */
export async function openAndStore(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Makes the browser fetch the next release, and opens it once its worker has cached it and taken over. */
export async function update(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.installing !== null) await new Promise((resolve) => setTimeout(resolve, 20));
    if (registration.waiting === null) throw new Error('The update was not installed.');
  });
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.skipWaiting', { scopeURL: new URL('/', page.url()).href });
  await page.waitForFunction(async () => {
    const { waiting, active } = await navigator.serviceWorker.ready;
    return waiting === null && active?.state === 'activated';
  });
  await session.detach();
  await page.reload();
}

/** SHA-256 of the scripts and styles in the worker's cache, by path. */
export const storedFiles = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url);
        if (!/^\/assets\/.*\.(js|css)$/.test(pathname)) continue;
        const content = await (await cache.match(url, { ignoreVary: true }))?.arrayBuffer();
        const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content ?? new ArrayBuffer(0)));
        found[pathname] = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
      }
    }
    return found;
  });
