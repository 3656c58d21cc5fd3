import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { schemes } from './theme.ts';

const schemeAttribute = 'data-mantine-color-scheme';

/** Prints the page in the light scheme, whichever scheme the screen shows: paper is white. */
function usePrintInLight(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    const print = matchMedia('print');
    let shown: string | null = null;
    const change = () => {
      if (print.matches && shown === null) {
        shown = root.getAttribute(schemeAttribute);
        root.setAttribute(schemeAttribute, 'light');
      } else if (!print.matches && shown !== null) {
        root.setAttribute(schemeAttribute, shown);
        shown = null;
      }
    };
    print.addEventListener('change', change);
    return () => print.removeEventListener('change', change);
  }, []);
}

/** Keeps the browser's own UI in the current color scheme, and prints in light. */
export function ThemeColor() {
  const scheme = useComputedColorScheme('light');
  usePrintInLight();
  useEffect(() => {
    document
      .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
      ?.setAttribute('content', schemes[scheme]['--paper']);
  }, [scheme]);
  return null;
}
