import { type AppSettings, settingsIn } from '#contract/calls/app-settings.ts';

/** Timeout for reading the stored page, so hanging storage doesn't keep the app from a server that responds. */
const storageTimeoutMs = 3000;

interface Deps {
  /** The stored page, if any. */
  stored(): Promise<Response | undefined>;
  fetched(): Promise<Response>;
}

export interface ShellSettings {
  /** Rejects if no page is available, since guessed settings could send one server's calls to another. */
  read(): Promise<AppSettings>;
  /** Call this when the stored page has been replaced. */
  forget(): void;
}

/** Settings embedded in the stored page, so the worker and pages share them, online or offline. */
export function createShellSettings({ stored, fetched }: Deps): ShellSettings {
  let reading: Promise<AppSettings> | null = null;

  async function readPage(): Promise<AppSettings> {
    const late = new Promise<undefined>((resolve) => {
      setTimeout(resolve, storageTimeoutMs);
    });
    const kept = await Promise.race([stored().catch(() => undefined), late]);
    // A browser short of space may have evicted the page.
    const page = kept ?? (await fetched());
    const settings = settingsIn(await page.text());
    if (settings === null) throw new Error("Something else answered for the app's page.");
    return settings;
  }

  return {
    read() {
      const own = reading ?? readPage();
      reading = own;
      own.catch(() => {
        if (reading === own) reading = null;
      });
      return own;
    },
    forget() {
      reading = null;
    },
  };
}
