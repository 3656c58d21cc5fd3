import { type AppSettings, parseSettings, settingsName } from '#contract/app-settings.ts';

/**
 * Settings of this installation. They stand in the page, which the worker stores: so they are there without a network, as
 * soon as any code runs. A page that has none is served by something that leaves all as it is built.
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
