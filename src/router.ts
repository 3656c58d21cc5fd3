import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { LoadFailure } from '#features/shell/LoadFailure.tsx';
import { requestTitleFocus } from '#ui/text/title-focus.ts';
import { routeTree } from './route-tree.gen.ts';

/** Creates the app's router. Back restores the scroll position, and navigation focuses the new page's title. */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultErrorComponent: LoadFailure,
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) requestTitleFocus();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
