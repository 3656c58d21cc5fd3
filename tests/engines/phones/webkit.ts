import { mkdirSync } from 'node:fs';
import { type Display, startDisplay } from '#tests/support/webkit/display.ts';
import { type HostEvent, startWebKitHost, type WebKitHost } from '#tests/support/webkit/host.ts';
import { requireWebKit } from '#tests/support/webkit/requirements.mjs';
import type { Engine, PhoneOptions } from './phone.ts';
import { openWebKitTab } from './webkit-tab.ts';

/** An error of a page's or a worker's console, which WebKit prints after its location. */
const consoleError = /CONSOLE (?:[A-Z]+ )*ERROR .*/;

/** WebKit reads manifests, and complains of the policy's directive for them. */
const unknownDirective = /Unrecognized Content-Security-Policy directive 'manifest-src'/;

/**
 * WebKit (2.50 at least) reports this for a page's own fetch, and for its read of a picked file ("Cannot load blob:…"), that
 * ends because the page is left or reloaded. The app has one origin, so none of its answers can fail such checks.
 */
const givenUp = /cannot load .* due to access control checks/i;

const noise = [unknownDirective, givenUp];

const bridge = 'globalThis.afieldReport = (text) => webkit.messageHandlers.driver.postMessage(text);';

async function startHost({ profile, viewport, complaints, onReport }: Required<PhoneOptions>, display: Display) {
  const onEvent = ({ event, text }: HostEvent) => {
    if (event === 'message') onReport(String(text));
    if (event === 'crash') complaints.record('crashed: a page of WebKit');
  };
  const said = (line: string) => {
    if (consoleError.test(line) && !noise.some((each) => each.test(line))) complaints.record(`console: ${line}`);
  };
  return startWebKitHost({ profile, display: display.name, viewport, onEvent, said });
}

/** Starts a display and a browser on it; closes the display again if the browser doesn't start. */
async function onDisplay(options: Required<PhoneOptions>): Promise<{ host: WebKitHost; display: Display }> {
  requireWebKit();
  mkdirSync(options.profile, { recursive: true, mode: 0o700 });
  const display = await startDisplay();
  try {
    return { host: await startHost(options, display), display };
  } catch (error) {
    await display.close();
    throw error;
  }
}

/** WebKitGTK on a profile of its own, which is the nearest to an iPhone's engine that runs on this machine. */
export const webkit: Engine = {
  async start(options) {
    const { host, display } = await onDisplay(options);
    await host.call('script', { script: `${bridge}\n${options.script}` });
    const end = async (how: () => Promise<void>) => {
      await how();
      await display.close();
    };
    return {
      newTab: () => openWebKitTab(host, options),
      kill: () => end(() => host.kill()),
      quit: () => end(() => host.close()),
    };
  },
  async evict(options) {
    const { host, display } = await onDisplay(options);
    await host.call('clear');
    await host.close();
    await display.close();
  },
};
