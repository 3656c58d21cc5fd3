import { pxOf } from '../styles/tokens.ts';

/** Space between toasts and the elements they avoid, in px. */
const gapPx = pxOf('--space-4');

const region = '.mantine-Notifications-root[data-position="bottom-right"]';
const kept = '[data-no-toasts], [type="submit"]';

/**
 * Distance of the toasts from the bottom of the layout viewport, in px. It keeps them above the keyboard, and above
 * every button or bar that they would cover.
 */
function bottomOf(toasts: Element): number {
  const { left, right, height } = toasts.getBoundingClientRect();
  const viewport = window.visualViewport;
  // Zooming in also shrinks the visual viewport, so a zoomed viewport says nothing about the keyboard.
  const keyboardTop = viewport && viewport.scale === 1 ? viewport.offsetTop + viewport.height : window.innerHeight;
  let bottom = Math.min(window.innerHeight, keyboardTop);
  const parts = [...document.querySelectorAll(kept)]
    .map((part) => part.getBoundingClientRect())
    .filter((part) => part.height > 0 && part.left < right && part.right > left)
    .sort((a, b) => b.bottom - a.bottom);
  for (const part of parts) {
    const top = bottom - gapPx - height;
    const isCovered = part.bottom > top && part.top < bottom;
    // Skip elements near the top of the screen, with no space above them.
    if (isCovered && part.top - gapPx - height > 0) bottom = part.top;
  }
  return window.innerHeight - bottom + gapPx;
}

/**
 * Keeps toasts clear of submit buttons, of bars marked with `data-no-toasts`, and of the keyboard. Call it while toasts
 * are shown.
 * @returns a function that stops placing them
 */
export function placeToasts(): () => void {
  if (!('ResizeObserver' in window)) return () => undefined;
  let frame = 0;
  const place = () => {
    frame = 0;
    // The toaster renders before its portal is mounted, and mounting the portal triggers the content observer.
    const toasts = document.querySelector(region);
    if (toasts === null) return;
    sizes.observe(toasts);
    document.documentElement.style.setProperty('--toasts-bottom', `${bottomOf(toasts)}px`);
  };
  const placeSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(place);
  };
  const sizes = new ResizeObserver(placeSoon);
  const content = new MutationObserver(placeSoon);
  // React changes text in place, and longer text makes its bar taller.
  content.observe(document.body, { childList: true, characterData: true, subtree: true });
  const stop = new AbortController();
  const listen = { capture: true, passive: true, signal: stop.signal };
  // A panel that slides in reaches its final position only after its transition.
  for (const event of ['scroll', 'resize', 'transitionend']) window.addEventListener(event, placeSoon, listen);
  for (const event of ['scroll', 'resize']) window.visualViewport?.addEventListener(event, placeSoon, listen);
  place();
  return () => {
    stop.abort();
    content.disconnect();
    sizes.disconnect();
    cancelAnimationFrame(frame);
  };
}
