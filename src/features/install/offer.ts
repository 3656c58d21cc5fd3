import { useSyncExternalStore } from 'react';
import { createListeners } from '#domain/shared/listeners.ts';
import { type IosWay, iosWay } from './ios-way.ts';

/** Chromium's event, which TypeScript's DOM library lacks. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

/**
 * `prompt`: the browser installs on request. On an iPhone or iPad, only the user can install the app, through the
 * browser's own menu.
 */
export type InstallOffer = 'prompt' | IosWay | null;

const dismissedKey = 'afield-install-dismissed';
let event: InstallPromptEvent | null = null;
const { subscribe, emit } = createListeners();

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

function current(): InstallOffer {
  const state = stateNow();
  if (state === 'installed' || state === 'unavailable') return null;
  return localStorage.getItem(dismissedKey) === null ? state : null;
}

/** Listens for the browser's install offer. Call it before rendering: the event fires once, and early. */
export function listenForInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (said) => {
    said.preventDefault();
    event = said;
    emit();
  });
  window.addEventListener('appinstalled', () => {
    event = null;
    emit();
  });
}

/** Shows the browser's install prompt, which works once per event. */
export async function install(): Promise<void> {
  const asked = event;
  event = null;
  await asked?.prompt();
  emit();
}

/** Permanently hides the offer on this device. */
export function dismissInstallOffer(): void {
  localStorage.setItem(dismissedKey, new Date().toISOString());
  emit();
}

/** Installation state on this device. `unavailable`: the browser can't install, or hasn't offered it yet. */
export type InstallState = 'installed' | 'prompt' | IosWay | 'unavailable';

function stateNow(): InstallState {
  if (isInstalled()) return 'installed';
  if (event !== null) return 'prompt';
  return iosWay() ?? 'unavailable';
}

/** Returns the installation state, even after the hint was dismissed. */
export const useInstallState = (): InstallState => useSyncExternalStore(subscribe, stateNow);

export const useInstallOffer = (): InstallOffer => useSyncExternalStore(subscribe, current);
