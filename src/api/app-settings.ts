import { type AppSettings, parseSettings, settingsName } from '#contract/calls/app-settings.ts';

/**
 * Settings of this installation. They are in the page, which the worker stores, so that they are there without a network as soon
 * as any code runs. A page without them comes from a server that serves the build unchanged.
 */
export function appSettings(): AppSettings {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${settingsName}"]`)?.content;
  try {
    return content === undefined ? {} : parseSettings(content);
  } catch {
    // The app's own origin is as good a guess as any, and an error here would also stop the report of it.
    return {};
  }
}

/** Address of a path of the API: at the app's own origin, or at a provider's server elsewhere. */
export const apiUrl = (path: string): string => `${appSettings().apiUrl ?? ''}${path}`;
