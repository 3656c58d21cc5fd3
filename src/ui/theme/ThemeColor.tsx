import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { schemes } from './theme.ts';

const schemeAttribute = 'data-mantine-color-scheme';

/** Paper is white: while a page is printed it has the light scheme, whichever is shown. */
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

/** The browser's own bars follow the scheme that is shown, chosen or the system's; paper is light. */
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
