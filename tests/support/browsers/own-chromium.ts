import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { chromiumLaunchOptions } from './chromium.mjs';

/** A Chromium on a profile that survives it, and with a process that can be killed. */
export interface OwnChromium {
  readonly browser: Browser;
  /** Context of the profile itself: storage and workers persist, as they don't in a new context. */
  readonly context: BrowserContext;
  /** Kills the browser and all its processes by SIGKILL, as when a phone runs out of memory. Resolves when it is gone. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const startLimitMs = 20_000;
/** Limit after which a browser that can't be asked to close, since its connection is lost, is killed. */
const closeLimitMs = 10_000;
/**
 * Chromium writes local storage to disk 5 s after a change, with the switch below after 1 s, and loses the rest even when it
 * is closed. A phone's writes when the app leaves the foreground (Android: flushPersistentDataForAllProfiles).
 */
const writtenDownMs = 1_200;

/** A Chromium without an attached debugger, which would change the compilation of scripts. */
export interface BareChromium {
  /** Address of its debugger. */
  readonly address: string;
  readonly gone: Promise<unknown>;
  /** Kills the browser and all its processes by SIGKILL. Resolves when they are gone. */
  kill(): Promise<void>;
}

/** Starts Chromium on a profile folder, new or left by an earlier one, and attaches nothing to it. */
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
    // A process group of its own lets one signal reach its renderers and its network process, too.
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

/** Starts Chromium on a profile folder, new or left by an earlier one, with Playwright attached. */
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
        // A browser that is ended by a signal loses what it has not written yet, so it is asked to close.
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

/** Reads the address on which it listens for a debugger from its output. */
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
    // The browser has ended by itself.
  }
}
