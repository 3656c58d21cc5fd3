/*
 * The screen as it last stood, as HTML in local storage: on a slow phone the app's own first frame comes a second later.
 * This is all that runs before it is painted, hence with no package and no schema: a screen that doesn't match isn't shown.
 */

export const storageKey = 'afield-first-paint';
export const elementId = 'first-paint';

export interface PaintedScreen {
  brandId: string;
  /** Address of the build's first module: other builds have other class names. */
  build: string;
  width: number;
  /** Addresses of the style sheets that it needs. */
  styles: string[];
  html: string;
}

/** Longer than anything here takes; then the app starts without. */
const timeoutMs = 1500;

export const buildAddress = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

function storedScreen(): PaintedScreen | null {
  try {
    const screens = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    const screen: PaintedScreen | undefined = screens[location.pathname + location.search];
    const isOurs = screen?.brandId === localStorage.getItem('brandId') && screen?.build === buildAddress();
    return screen && isOurs && screen.width === innerWidth ? screen : null;
  } catch {
    return null;
  }
}

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return resolve();
    // The same attributes as the build's own links, so that the app finds it.
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
    link.onload = () => resolve();
    link.onerror = reject;
    document.head.append(link);
  });
}

/** The one text that is painted as markup: this page has stored it itself. Named in the server's policy. */
function asTrusted(html: string): string {
  const scope = globalThis as {
    trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
    };
  };
  const policy = scope.trustedTypes?.createPolicy('screen', { createHTML: (text) => text });
  return policy?.createHTML(html) ?? html;
}

const nextPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });

/** Puts the screen that was stored for this address over the page, where there is one; resolves when it is painted. */
export async function paintStoredScreen(): Promise<void> {
  const screen = storedScreen();
  const paint = document.getElementById(elementId);
  // A hidden page is not painted at all.
  if (document.visibilityState === 'hidden') return;
  // The login that the page brings with it is painted before the app's files are asked for.
  if (document.getElementById('root')?.dataset.early !== undefined) {
    await Promise.race([nextPaint(), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  }
  if (screen === null || paint === null) return;
  const painting = Promise.all(screen.styles.map(loadStyle)).then(() => {
    if (isLate) return;
    paint.innerHTML = asTrusted(screen.html);
    return nextPaint();
  });
  let isLate = false;
  const timeout = new Promise<void>((resolve) => {
    setTimeout(() => {
      isLate = true;
      resolve();
    }, timeoutMs);
  });
  await Promise.race([painting, timeout]).catch(() => undefined);
}
