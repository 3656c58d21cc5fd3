import type { Complaints } from '#tests/e2e/fixtures/network/complaints.ts';
import type { Target } from './target.ts';

/**
 * A browser tab, operated as a person would. Every operation has a time limit, after which it rejects with the reason.
 */
export interface Tab {
  /** Loads a path of the app, or an address; resolves after the load event. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** The page's address. */
  address(): Promise<string>;
  /** Clicks the only element of this name once it is present, enabled, stable and not covered. */
  press(target: Target): Promise<void>;
  /** Replaces a field's text. */
  fill(target: Target, text: string): Promise<void>;
  /** Text of each visible element of this name, with whitespace collapsed; empty while the page is unloading. */
  texts(target: Target): Promise<string[]>;
  /** Runs a self-contained function in the page; argument and result are JSON. */
  evaluate<T>(run: () => T | Promise<T>): Promise<T>;
  evaluate<T, A>(run: (arg: A) => T | Promise<T>, arg: A): Promise<T>;
  /** Writes a PNG of the visible part of the page. */
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface PhoneOptions {
  /** Folder of the browser's storage; it survives the browser. */
  profile: string;
  /** The app's address, such as the fault proxy's. */
  origin: string;
  /** Collects errors of pages and workers. */
  complaints: Complaints;
  /** Size in CSS pixels; 390 by 844 by default. */
  viewport?: { width: number; height: number };
  /** Script that runs in every page before its own. It can report to the test with `afieldReport(text)`. */
  script?: string;
  /** Called with each report of the script. */
  onReport?(text: string): void;
}

/** A running browser. */
export interface RunningBrowser {
  newTab(): Promise<Tab>;
  /** Kills all of its processes with SIGKILL, as when a phone runs out of memory; resolves once they are gone. */
  kill(): Promise<void>;
  /** Closes it as a user would, so that it writes its storage to disk. */
  quit(): Promise<void>;
  /** Stops its service workers, as the browser does with idle ones. Undefined for engines without a way to do so. */
  stopWorkers?: (() => Promise<void>) | undefined;
}

export interface Engine {
  start(options: Required<PhoneOptions>): Promise<RunningBrowser>;
  /** Deletes everything that the app has stored, as a system short of storage does; the browser must not be running. */
  evict(options: Required<PhoneOptions>): Promise<void>;
}

/** A browser with its storage, which can be ended and restarted. */
export interface Phone extends RunningBrowser {
  /** Restarts the browser on its stored profile. */
  start(): Promise<void>;
  /** Deletes everything that the app has stored; the browser must have ended. */
  evict(): Promise<void>;
}

const usualViewport = { width: 390, height: 844 };

/** Starts a browser of this engine on a new or existing profile. `quit` ends it for good. */
export async function startPhone(engine: Engine, options: PhoneOptions): Promise<Phone> {
  const all = { viewport: usualViewport, script: '', onReport: () => undefined, ...options };
  let browser: RunningBrowser | null = await engine.start(all);

  const running = () => {
    if (browser === null) throw new Error('The browser was ended.');
    return browser;
  };
  async function end(how: 'kill' | 'quit') {
    await browser?.[how]();
    browser = null;
  }
  return {
    newTab: () => running().newTab(),
    kill: () => end('kill'),
    quit: () => end('quit'),
    get stopWorkers() {
      return running().stopWorkers;
    },
    async start() {
      if (browser !== null) throw new Error('The browser runs.');
      browser = await engine.start(all);
    },
    async evict() {
      if (browser !== null) throw new Error('The app is open.');
      await engine.evict(all);
    },
  };
}
