/*
 * Paints the last visible screen from HTML in local storage: on a slow phone the app's own first frame takes a second
 * longer. Only this code runs before that paint, so it uses no packages and no schema. A screen that doesn't match
 * isn't shown.
 */

export const storageKey = 'afield-first-paint';
export const elementId = 'first-paint';

export interface PaintedScreen {
  brandId: string;
  /** URL of the build's first module: other builds have other class names. */
  build: string;
  width: number;
  /** URLs of the style sheets that the screen needs. */
  styles: string[];
  html: string;
}

/** Timeout, longer than any step here takes. The app then starts without a painted screen. */
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

const isInPage = (href: string) => document.querySelector(`link[rel="stylesheet"][href="${href}"]`) !== null;

/**
 * Marks the stored screen as trusted: this page stored it, and no other text is inserted as markup. The server's
 * Content-Security-Policy allows the policy's name.
 */
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

/** Shows the screen that was stored for this URL, if any, over the page; resolves once it's painted. */
export async function paintStoredScreen(loadStyleSheet: (href: string) => Promise<void>): Promise<void> {
  const screen = storedScreen();
  const paint = document.getElementById(elementId);
  // Browsers don't paint a hidden page.
  if (document.visibilityState === 'hidden') return;
  // Let the prerendered login paint before requesting the app's files.
  if (document.getElementById('root')?.dataset.early !== undefined) {
    await Promise.race([nextPaint(), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  }
  if (screen === null || paint === null) return;
  const painting = Promise.all(screen.styles.map((href) => isInPage(href) || loadStyleSheet(href))).then(() => {
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
