import { mkdirSync } from 'node:fs';
import { type Display, startDisplay } from '#tests/support/webkit/display.ts';
import { type HostEvent, startWebKitHost, type WebKitHost } from '#tests/support/webkit/host.ts';
import { requireWebKit } from '#tests/support/webkit/requirements.mjs';
import type { Engine, PhoneOptions } from './phone.ts';
import { openWebKitTab } from './webkit-tab.ts';

/** An error in the console of a page or worker, which WebKit prints after its location. */
const consoleError = /CONSOLE (?:[A-Z]+ )*ERROR .*/;

/** WebKit reads manifests, but reports the policy's directive for them as unknown. */
const unknownDirective = /Unrecognized Content-Security-Policy directive 'manifest-src'/;

/**
 * WebKit (2.50 at least) reports this if leaving or reloading the page ends its fetch or its read of a chosen file
 * ("Cannot load blob:…"). The app has one origin, so none of its responses can fail such checks.
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

/** Starts a display and a browser on it; closes the display if the browser doesn't start. */
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

/** WebKitGTK with its own profile, the closest engine to an iPhone's that runs on this machine. */
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
