import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { usePrintInLight } from './print-in-light.ts';

const papers = { light: '#FBFBF9', dark: '#101613' };

/** The browser's own bars follow the scheme that is shown, chosen or the system's; paper is light. */
export function ThemeColor() {
  const scheme = useComputedColorScheme('light');
  usePrintInLight();
  useEffect(() => {
    document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', papers[scheme]);
  }, [scheme]);
  return null;
}
