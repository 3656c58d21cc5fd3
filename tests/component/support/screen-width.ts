import { vi } from 'vitest';

const bound = /\((min|max)-width:\s*([\d.]+)px\)/g;

/** A window so many pixels wide, until the test ends: what media queries say of their widths. jsdom has no layout. */
export function screenWidth(px: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches:
          media.includes('-width:') &&
          [...media.matchAll(bound)].every(([, side, at]) => (side === 'min' ? px >= Number(at) : px <= Number(at))),
        onchange: null,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        addListener: () => undefined,
        removeListener: () => undefined,
        dispatchEvent: () => false,
      }) as MediaQueryList,
  );
}
