import { startOwnChromium } from '#tests/support/browsers/own-chromium.ts';
import { stopWorkers } from '#tests/support/browsers/stop-workers.ts';
import type { Engine } from './phone.ts';
import { openPlaywrightTab, prepareContext } from './playwright-tab.ts';

/** Chromium with its own profile. */
export const chromium: Engine = {
  async start(options) {
    const browser = await startOwnChromium(options.profile);
    await prepareContext(browser.context, options);
    return {
      newTab: () => openPlaywrightTab(browser.context, options),
      kill: () => browser.kill(),
      quit: () => browser.close(),
      async stopWorkers() {
        const [page] = browser.context.pages();
        if (page) await stopWorkers(page);
      },
    };
  },
  async evict({ profile, origin }) {
    const { context, close } = await startOwnChromium(profile);
    try {
      // Only a page's session can clear storage, though for any origin.
      const session = await context.newCDPSession(await context.newPage());
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    } finally {
      await close();
    }
  },
};
