import { useElementScrollRestoration, useRouter } from '@tanstack/react-router';

/** Offset at which a list begins: Back begins with the rows that one comes back to, not with those of the top. */
export function useLeftOffset(): () => number {
  const { state } = useRouter();
  const leftAt = useElementScrollRestoration({ getElement: () => window });
  // The offset that was left is known as long as the address is the same, and true only while one comes to it.
  return () => (state.status === 'pending' ? leftAt?.scrollY : undefined) ?? window.scrollY;
}
