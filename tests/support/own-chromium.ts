import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { chromiumLaunchOptions } from './chromium.mjs';

/** A Chromium of ours alone: on a profile that outlives it, and with a process that can be killed. */
export interface OwnChromium {
  readonly browser: Browser;
  /** The profile's own context: storage and workers persist, nothing is incognito. */
  readonly context: BrowserContext;
  /** SIGKILL to the browser and all its processes, as when a phone runs out of memory. Resolves when it is gone. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const startLimitMs = 20_000;
/** One whose connection is lost can't be asked to close. */
const closeLimitMs = 10_000;
/**
 * Chromium writes local storage down 5 s after a change, and forgets the rest even when it is closed; with the switch
 * below after 1 s. A phone's does when the app leaves the foreground (Android: flushPersistentDataForAllProfiles).
 */
const writtenDownMs = 1_200;

/** A Chromium that no debugger is attached to yet: what is attached changes how scripts are compiled. */
export interface BareChromium {
  /** Of its debugger. */
  readonly address: string;
  readonly gone: Promise<unknown>;
  /** SIGKILL to the browser and all its processes. Resolves when they are gone. */
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
    // A process group of its own, so that one signal reaches its renderers and its network process too.
    { env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(child, 'exit');
  const kill = async () => {
    killGroup(child);
    await gone;
  };
  try {
    const address = await debuggerOf(child);
    // What it goes on to say must not fill the pipe.
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
        // A disconnected one that is told to end by a signal forgets what it has not written yet.
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

/** The address that it says it listens on for a debugger. */
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
    // It has ended by itself.
  }
}
