import { useElementScrollRestoration } from '@tanstack/react-router';

/** Offset at which a list begins: Back begins with the rows that one comes back to, not with those of the top. */
export function useLeftOffset(): () => number {
  const leftAt = useElementScrollRestoration({ getElement: () => window });
  return () => leftAt?.scrollY ?? window.scrollY;
}
