import { type AppSettings, parseSettings, settingsName } from '#contract/calls/app-settings.ts';

/**
 * Settings of this installation. The page carries them and the worker caches the page, so they're available offline as
 * soon as any code runs. A page without them comes from a server that serves the build unchanged.
 */
export function appSettings(): AppSettings {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${settingsName}"]`)?.content;
  try {
    return content === undefined ? {} : parseSettings(content);
  } catch {
    // Fall back to the app's own origin. Throwing here would also prevent the error from being reported.
    return {};
  }
}

/** URL of an API path, at the app's own origin or on a provider's server elsewhere. */
export const apiUrl = (path: string): string => `${appSettings().apiUrl ?? ''}${path}`;
