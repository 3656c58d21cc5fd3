import { type AppSettings, settingsIn } from '#contract/calls/app-settings.ts';

/** A storage that hangs must not keep the app from a server that is well. */
const storageTimeoutMs = 3000;

interface Deps {
  /** The stored page, where there is one. */
  stored(): Promise<Response | undefined>;
  /** The page from the server. */
  fetched(): Promise<Response>;
}

export interface ShellSettings {
  /** Rejects where no page can be had: a guess would send one server's calls to another. */
  read(): Promise<AppSettings>;
  /** The stored page is another now. */
  forget(): void;
}

/** Settings as the stored page carries them: worker and pages have the same, with or without a network. */
export function createShellSettings({ stored, fetched }: Deps): ShellSettings {
  let reading: Promise<AppSettings> | null = null;

  async function readPage(): Promise<AppSettings> {
    const late = new Promise<undefined>((resolve) => {
      setTimeout(resolve, storageTimeoutMs);
    });
    const kept = await Promise.race([stored().catch(() => undefined), late]);
    // A browser short of space may have dropped it.
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
