import { act } from '@testing-library/react';
import { vi } from 'vitest';

const bound = /\((min|max)-width:\s*([\d.]+)px\)/g;

/**
 * A window so many pixels wide, until the test ends: what media queries say of their widths. jsdom has no layout.
 * @returns what makes it another width
 */
export function screenWidth(px: number): (px: number) => void {
  let widthPx = px;
  const heard = new Map<(list: MediaQueryList) => void, MediaQueryList>();
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const list = {
      media,
      get matches() {
        return (
          media.includes('-width:') &&
          [...media.matchAll(bound)].every(([, side, at]) =>
            side === 'min' ? widthPx >= Number(at) : widthPx <= Number(at),
          )
        );
      },
      onchange: null,
      addEventListener: (_: string, listener: (list: MediaQueryList) => void) => heard.set(listener, list),
      removeEventListener: (_: string, listener: (list: MediaQueryList) => void) => heard.delete(listener),
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    } as unknown as MediaQueryList;
    return list;
  });
  return (px) => {
    widthPx = px;
    act(() => {
      for (const [listener, list] of heard) listener(list);
    });
  };
}
