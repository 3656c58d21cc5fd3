import * as v from 'valibot';
import { openPathSchema } from '#contract/worker/worker-message.ts';
import { parseUrl } from '#domain/posts/parse-url.ts';
import { pushFallbackPath } from './push.ts';

/** The windows of a browser, as far as a tap on a notification needs them. */
export interface Windows {
  readonly origin: string;
  /** Open windows of the app, the last used first. */
  open(): Promise<readonly Window[]>;
  openNew(path: string): Promise<unknown>;
}
interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: { type: 'open'; path: string }): void;
}

/** Opens what a notification is about: in a window that is open already, which then goes there without a reload. */
export async function openNotified(target: unknown, windows: Windows): Promise<void> {
  const path = pathOf(target, windows.origin);
  const open = await windows.open();
  const window = open.find(({ url }) => new URL(url).pathname.startsWith('/dashboard')) ?? open[0];
  if (window === undefined) {
    await windows.openNew(path);
    return;
  }
  window.postMessage({ type: 'open', path });
  // Refused where the tap was too long ago: the window is there all the same.
  await window.focus().catch(() => undefined);
}

/** A push can lead nowhere but into the app. */
function pathOf(target: unknown, origin: string): string {
  const url = typeof target === 'string' ? parseUrl(target, origin) : null;
  if (url === null) return pushFallbackPath;
  const path = `${url.pathname}${url.search}`;
  return url.origin === origin && v.is(openPathSchema, path) ? path : pushFallbackPath;
}
