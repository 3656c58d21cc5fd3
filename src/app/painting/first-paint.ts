import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { buildAddress, elementId, type PaintedScreen, storageKey } from './painted-screen.ts';

// Counterpart of painted-screen.ts: stores the visible screen, and removes the painted one once the app has rendered
// its own.

/** Maximum characters stored per screen: reading more takes longer than it saves. */
const maxChars = 200_000;
/** Number of screens stored: the list and the last viewed campaign. */
const maxScreens = 2;
/** The painted screen is removed after this time in any case, ms. */
const maxMs = 6000;
/** Delay between rendering and storing a screen, ms. It's short, since phones kill apps without notice. */
const settledMs = 2000;

const screenSchema: v.GenericSchema<PaintedScreen> = v.object({
  brandId: v.string(),
  build: v.string(),
  width: v.number(),
  styles: v.array(v.string()),
  html: v.string(),
});
const screensSchema = v.record(v.string(), screenSchema);
type Screens = v.InferOutput<typeof screensSchema>;

function readScreens(): Screens {
  try {
    return v.parse(screensSchema, JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}

/** Deletes the stored screens, at logout and when a session ends: the next user must not see them. */
export const forgetFirstPaint = (): void => localStorage.removeItem(storageKey);

/** True once the app shows a screen with nothing visible still loading. Content below the fold may still be. */
function isRendered(root: Element): boolean {
  if (!root.querySelector('main')?.textContent) return false;
  const onTheirWay = [...root.querySelectorAll('[aria-busy="true"]')];
  return onTheirWay.every((element) => element.getBoundingClientRect().top >= window.innerHeight);
}

/** Copies the visible markup and makes it inert: no ids for labels or links to collide with, and no transient state. */
function htmlOf(root: Element): string {
  const copy = document.importNode(root, true);
  const copies = copy.querySelectorAll('*');
  for (const [index, element] of root.querySelectorAll('*').entries()) {
    if (element.getBoundingClientRect().top >= window.innerHeight) copies[index]?.remove();
  }
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  for (const status of copy.querySelectorAll('[role="status"]')) status.replaceChildren();
  return copy.innerHTML;
}

/** Stores the current screen, if the app can start on it, it's scrolled to the top and no dialog is open. */
export function storeFirstPaint(root: Element): void {
  const { pathname, search } = window.location;
  const session = readSession();
  if (!isBrandSession(session) || !pathname.startsWith('/dashboard/campaigns')) return;
  if (!isRendered(root) || window.scrollY > 0 || document.querySelector('[role="dialog"]')) return;
  const html = htmlOf(root);
  if (html.length > maxChars) return;
  const path = `${pathname}${search}`;
  const { [path]: _, ...others } = readScreens();
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href]');
  const styles = [...links].map((link) => link.getAttribute('href') ?? '');
  const screen = { brandId: session.brandId, build: buildAddress(), width: window.innerWidth, styles, html };
  const kept = [[path, screen], ...Object.entries(others)].slice(0, maxScreens);
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // The storage is full or disabled, so the next start has no painted screen.
  }
}

/**
 * Removes the painted screen once the app has rendered its own. Stores the current screen shortly after, and whenever
 * the user leaves the page.
 */
export function persistFirstPaint(root: Element): void {
  const done = () => {
    observer.disconnect();
    clearTimeout(timer);
    document.getElementById(elementId)?.replaceChildren();
    setTimeout(() => storeFirstPaint(root), settledMs);
  };
  // The observer runs after each React commit and before the browser paints it, so every frame has one of the two.
  const observer = new MutationObserver(() => {
    if (isRendered(root)) done();
  });
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
  const timer = setTimeout(done, maxMs);
  window.addEventListener('pagehide', () => storeFirstPaint(root));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeFirstPaint(root);
  });
}
