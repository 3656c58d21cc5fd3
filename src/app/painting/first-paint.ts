import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { buildAddress, elementId, type PaintedScreen, storageKey } from './painted-screen.ts';

// The other half of painted-screen.ts: stores what is seen, and takes the painted screen away when the app has its own.

/** The most characters that are stored of one screen: reading more takes longer than it saves. */
const maxChars = 200_000;
/** The list, and the campaign that was looked at last. */
const maxScreens = 2;
/** Time after which it is removed in any case. */
const longestMs = 6000;
/** Age at which a screen is stored: phones kill apps without notice. */
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

/** Called at logout and when a session ends: the next user must not see this one's screen. */
export const forgetFirstPaint = (): void => localStorage.removeItem(storageKey);

/** The app shows a screen, and nothing that one sees of it is still on its way; below the fold a list may go on. */
function isRendered(root: Element): boolean {
  if (!root.querySelector('main')?.textContent) return false;
  const onTheirWay = [...root.querySelectorAll('[aria-busy="true"]')];
  return onTheirWay.every((element) => element.getBoundingClientRect().top >= window.innerHeight);
}

/**
 * A copy of what is in the window, with nothing to run into: no ids that labels or links would find twice, nothing that
 * was true only then.
 */
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

/** Stores the screen as it stands, where it is one that a start leads to, seen from its top and with nothing over it. */
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
    // Full, or not allowed: the app starts as it does without.
  }
}

/** Takes the stored screen away when the app has rendered its own, and stores what is seen then and whenever it is left. */
export function keepFirstPaint(root: Element): void {
  const done = () => {
    observer.disconnect();
    clearTimeout(timer);
    document.getElementById(elementId)?.replaceChildren();
    setTimeout(() => storeFirstPaint(root), settledMs);
  };
  // The observer runs after each of React's commits and before the browser paints it, so that no frame lacks both.
  const observer = new MutationObserver(() => {
    if (isRendered(root)) done();
  });
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
  const timer = setTimeout(done, longestMs);
  window.addEventListener('pagehide', () => storeFirstPaint(root));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeFirstPaint(root);
  });
}
