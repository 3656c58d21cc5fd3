import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { chromiumLaunchOptions } from './chromium.mjs';

/** A Chromium whose profile survives it, and whose process can be killed. */
export interface OwnChromium {
  readonly browser: Browser;
  /** Context of the profile itself: storage and workers persist, unlike in a new context. */
  readonly context: BrowserContext;
  /**
   * Kills the browser and all its processes with SIGKILL, as when a phone runs out of memory. Resolves once it is gone.
   */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const startLimitMs = 20_000;
/** Time after which a browser that has lost its connection, and so can't be asked to close, is killed. */
const closeLimitMs = 10_000;
/**
 * Chromium writes local storage to disk 5 s after a change, or 1 s with the switch below, and loses the rest even when
 * closed. A phone's writes it when the app leaves the foreground (Android: flushPersistentDataForAllProfiles).
 */
const writtenDownMs = 1_200;

/** A Chromium without an attached debugger, which would change the compilation of scripts. */
export interface BareChromium {
  /** Address of its debugger. */
  readonly address: string;
  readonly gone: Promise<unknown>;
  /** Kills the browser and all its processes with SIGKILL. Resolves once they are gone. */
  kill(): Promise<void>;
}

/** Starts Chromium on a new or existing profile folder, with nothing attached. */
export async function startBareChromium(profileDir: string): Promise<BareChromium> {
  const { executablePath, args, env } = chromiumLaunchOptions();
  const child = spawn(
    executablePath,
    [
      ...args,
      '--headless=new',
      '--enable-aggressive-domstorage-flushing',
      '--remote-debugging-port=0',
      `--user-data-dir=${profileDir}`,
      '--password-store=basic',
      '--no-default-browser-check',
      '--disable-search-engine-choice-screen',
      'about:blank',
    ],
    // In its own process group one signal reaches its renderers and its network process, too.
    { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(child, 'exit');
  const kill = async () => {
    killGroup(child);
    await gone;
  };
  try {
    const address = await debuggerOf(child);
    // Further output must not fill the pipe.
    child.stderr?.resume();
    return { address, gone, kill };
  } catch (error) {
    killGroup(child);
    throw error;
  }
}

/** Starts Chromium on a new or existing profile folder, with Playwright attached. */
export async function startOwnChromium(profileDir: string): Promise<OwnChromium> {
  const { address, gone, kill } = await startBareChromium(profileDir);
  try {
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('Chromium has no context of its own.');
    return {
      browser,
      context,
      kill,
      async close() {
        await wait(writtenDownMs);
        const late = setTimeout(() => void kill(), closeLimitMs);
        const session = await browser.newBrowserCDPSession().catch(() => null);
        // A browser ended by a signal loses unwritten data, so ask it to close.
        await session?.send('Browser.close').catch(() => undefined);
        await gone;
        clearTimeout(late);
        await browser.close().catch(() => undefined);
      },
    };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Reads the debugger address from its output. */
async function debuggerOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('Chromium says nothing.');
  const said: string[] = [];
  const timer = setTimeout(() => killGroup(child), startLimitMs);
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line);
      const [, address] = /^DevTools listening on (ws:\S+)$/.exec(line) ?? [];
      if (address !== undefined) return address;
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`Chromium did not start: ${said.join('\n')}`);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The browser has already exited.
  }
}
