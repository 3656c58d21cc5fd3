import { type AppSettings, settingsName } from '#contract/calls/app-settings.ts';

/** Puts settings into the page, like the server. */
export function setSettings(settings: AppSettings): void {
  const element = document.createElement('meta');
  element.name = settingsName;
  element.content = JSON.stringify(settings);
  forgetSettings();
  document.head.append(element);
}

export function forgetSettings(): void {
  for (const element of document.head.querySelectorAll(`meta[name="${settingsName}"]`)) element.remove();
}
