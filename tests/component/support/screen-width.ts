import { act } from '@testing-library/react';
import { vi } from 'vitest';

const bound = /\((min|max)-width:\s*([\d.]+)px\)/g;

/**
 * Media queries that match as the test says, until it ends: jsdom has no layout.
 * @returns a function that notifies all listeners of a change
 */
function mediaThatMatches(matches: (media: string) => boolean): () => void {
  const listeners = new Map<(list: MediaQueryList) => void, MediaQueryList>();
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const list = {
      media,
      get matches() {
        return matches(media);
      },
      onchange: null,
      addEventListener: (_: string, listener: (list: MediaQueryList) => void) => listeners.set(listener, list),
      removeEventListener: (_: string, listener: (list: MediaQueryList) => void) => listeners.delete(listener),
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    } as unknown as MediaQueryList;
    return list;
  });
  return () =>
    act(() => {
      for (const [listener, list] of listeners) listener(list);
    });
}

/**
 * A window of this width, until the test ends, as far as media queries can tell.
 * @returns a function that changes the width
 */
export function screenWidth(px: number): (px: number) => void {
  let widthPx = px;
  const notify = mediaThatMatches(
    (media) =>
      media.includes('-width:') &&
      [...media.matchAll(bound)].every(([, side, at]) =>
        side === 'min' ? widthPx >= Number(at) : widthPx <= Number(at),
      ),
  );
  return (px) => {
    widthPx = px;
    notify();
  };
}

/** A page that is printed once the test says so. */
export function paper(): (isPrinted: boolean) => void {
  let isPrinted = false;
  const notify = mediaThatMatches((media) => media === 'print' && isPrinted);
  return (now) => {
    isPrinted = now;
    notify();
  };
}
