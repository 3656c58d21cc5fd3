import { useSyncExternalStore } from 'react';
import { createListeners } from '#domain/shared/listeners.ts';
import { type IosWay, iosWay } from './ios-way.ts';

/** Chromium's event, which TypeScript's DOM does not know. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

/** `prompt`: the browser installs on request. On an iPhone or iPad only the user can, by the browser's own way. */
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

/** Before anything is rendered: the browser says it once, and early. */
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

/** Asks the browser to install; it can be asked once. */
export async function install(): Promise<void> {
  const asked = event;
  event = null;
  await asked?.prompt();
  emit();
}

/** Hides the offer on this device for good. */
export function dismissInstallOffer(): void {
  localStorage.setItem(dismissedKey, new Date().toISOString());
  emit();
}

/** State of the installation on this device. `unavailable`: this browser can't, or wasn't asked to yet. */
export type InstallState = 'installed' | 'prompt' | IosWay | 'unavailable';

function stateNow(): InstallState {
  if (isInstalled()) return 'installed';
  if (event !== null) return 'prompt';
  return iosWay() ?? 'unavailable';
}

/** Returns if the app is installed here, or how to install it, even after the hint was dismissed. */
export const useInstallState = (): InstallState => useSyncExternalStore(subscribe, stateNow);

export const useInstallOffer = (): InstallOffer => useSyncExternalStore(subscribe, current);
