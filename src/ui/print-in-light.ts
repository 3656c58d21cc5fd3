import { useEffect } from 'react';

const attribute = 'data-mantine-color-scheme';

/** Paper is white: while a page is printed it has the light scheme, whichever is shown. */
export function usePrintInLight(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    const print = matchMedia('print');
    let shown: string | null = null;
    const change = () => {
      if (print.matches && shown === null) {
        shown = root.getAttribute(attribute);
        root.setAttribute(attribute, 'light');
      } else if (!print.matches && shown !== null) {
        root.setAttribute(attribute, shown);
        shown = null;
      }
    };
    print.addEventListener('change', change);
    return () => print.removeEventListener('change', change);
  }, []);
}
