import { useElementScrollRestoration, useRouter } from '@tanstack/react-router';

/** Initial scroll offset of a list. After Back the list starts with the rows that were visible, not with the top. */
export function useRestoredOffset(): () => number {
  const { state } = useRouter();
  const leftAt = useElementScrollRestoration({ getElement: () => window });
  // The router knows the saved offset as long as the URL stays the same, but that offset only applies during the
  // navigation.
  return () => (state.status === 'pending' ? leftAt?.scrollY : undefined) ?? window.scrollY;
}
