import { setTimeout as wait } from 'node:timers/promises';
import type { Phone, Tab } from '#tests/engines/phones/phone.ts';
import type { HistoryRecorder } from '#tests/support/history/recorder.ts';
import { look, type Screen } from './screen.ts';
import type { Sheet } from './screen-log.ts';

/** Interval at which the user looks at the screen, in ms. */
const lookEveryMs = 120;

export interface OpenTab {
  readonly tab: Tab;
  sheet: Sheet;
  /** The last screen seen; null until the document shows the app. */
  screen: Screen | null;
}

export interface Device {
  /** Open tabs in opening order; empty while the browser is not running. */
  tabs(): readonly OpenTab[];
  openTab(): Promise<void>;
  closeTab(): Promise<void>;
  reload(): Promise<void>;
  /** Kills the browser with SIGKILL, and restarts it on the same profile after `downMs`. */
  kill(downMs: number): Promise<void>;
  stopWorkers(): Promise<void>;
  /** True if the app has shown the login. */
  sawLogin(): boolean;
  /** Closes all tabs; the browser keeps running. */
  leave(): Promise<void>;
}

interface Deps {
  phone: Phone;
  /** The path opened in every tab. */
  path: string;
  history: HistoryRecorder;
  see(sheet: Sheet, screen: Screen): void;
  /** Called with each failure of the browser itself. */
  note(text: string): void;
}

let sheets = 0;

/** A phone in use: watches each of its tabs continuously, and records in the history when the app is open. */
export function holdDevice({ phone, path, history, see, note }: Deps): Device {
  const open = new Set<OpenTab>();
  let isOpen = true;
  let sawLogin = false;

  const newSheet = (): Sheet => {
    sheets += 1;
    return { id: sheets, loadedAt: Date.now() };
  };

  function recordVisibility(): void {
    const shows = [...open].some(({ screen }) => screen !== null);
    if (shows !== isOpen) history.record({ kind: shows ? 'opened' : 'closed' });
    isOpen = shows;
  }

  async function watch(each: OpenTab): Promise<void> {
    while (open.has(each)) {
      const { sheet } = each;
      try {
        const screen = await look(each.tab);
        // The look may end after the document was unloaded or the browser killed; then discard it.
        if (open.has(each) && each.sheet === sheet) {
          sawLogin ||= screen.isLogin;
          each.screen = screen.banner === null ? null : screen;
          if (each.screen) see(sheet, screen);
          recordVisibility();
        }
      } catch {
        // The document is loading or has been unloaded.
      }
      await wait(lookEveryMs);
    }
  }

  async function openTab(): Promise<void> {
    const each: OpenTab = { tab: await phone.newTab(), sheet: newSheet(), screen: null };
    open.add(each);
    void watch(each);
    // On a hanging network a page is visible long before its load event; the watch decides what has been seen.
    await each.tab.open(path).catch((error: unknown) => note(`open: ${error}`));
  }

  return {
    tabs: () => [...open],
    openTab,
    async closeTab() {
      const last = [...open].at(-1);
      if (last === undefined) return;
      open.delete(last);
      recordVisibility();
      await last.tab.close();
      if (open.size === 0) await openTab();
    },
    async reload() {
      const [first] = open;
      if (first === undefined) return;
      first.screen = null;
      first.sheet = newSheet();
      recordVisibility();
      await first.tab.reload().catch((error: unknown) => note(`reload: ${error}`));
    },
    async kill(downMs) {
      await phone.kill();
      open.clear();
      recordVisibility();
      await wait(downMs);
      await phone.start();
      await openTab();
    },
    async stopWorkers() {
      await phone.stopWorkers?.();
    },
    sawLogin: () => sawLogin,
    async leave() {
      const all = [...open];
      open.clear();
      for (const { tab } of all) await tab.close();
    },
  };
}
