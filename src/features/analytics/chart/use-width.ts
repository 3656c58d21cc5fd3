import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Width of an element, known before the first paint. */
export function useWidth<T extends HTMLElement>(): { ref: RefObject<T | null>; widthPx: number } {
  const ref = useRef<T>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidthPx(Math.round(element.getBoundingClientRect().width));
    measure();
    if (!('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, widthPx };
}
