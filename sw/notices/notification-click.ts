import * as v from 'valibot';
import { openPathSchema } from '#contract/worker/worker-message.ts';
import { parseUrl } from '#domain/posts/parse-url.ts';
import { pushFallbackPath } from './push.ts';

/** The browser's windows, as far as notification clicks need them. */
export interface Windows {
  readonly origin: string;
  /** Open windows of the app, most recently used first. */
  open(): Promise<readonly Window[]>;
  openNew(path: string): Promise<unknown>;
}
interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: { type: 'open'; path: string }): void;
}

/** Opens the page that a notification links to. An open window is reused, and navigates without a reload. */
export async function openNotificationTarget(target: unknown, windows: Windows): Promise<void> {
  const path = pathOf(target, windows.origin);
  const open = await windows.open();
  const window = open.find(({ url }) => new URL(url).pathname.startsWith('/dashboard')) ?? open[0];
  if (window === undefined) {
    await windows.openNew(path);
    return;
  }
  window.postMessage({ type: 'open', path });
  // This rejects if the click was too long ago; the window has received its message anyway.
  await window.focus().catch(() => undefined);
}

/** The path to open: the notification's, or the default for anything but a page of the app. */
function pathOf(target: unknown, origin: string): string {
  const url = typeof target === 'string' ? parseUrl(target, origin) : null;
  if (url === null) return pushFallbackPath;
  const path = `${url.pathname}${url.search}`;
  return url.origin === origin && v.is(openPathSchema, path) ? path : pushFallbackPath;
}
