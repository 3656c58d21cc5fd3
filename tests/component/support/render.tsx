import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createQueryClient } from '#app/queries/query-client.ts';
import { cssVariables, theme } from '#ui/theme/theme.ts';
import { Toaster } from '#ui/toasts/Toaster.tsx';

interface Options {
  /** The router's URL; every path renders the same content. */
  path?: string;
  queryClient?: QueryClient;
}

/** The app's own query options, without its retries. */
export function testQueryClient(): QueryClient {
  const client = createQueryClient();
  const { queries, mutations } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retry: false }, mutations: { ...mutations, retry: false } });
  return client;
}

/** Renders a part of the app with its providers: theme, toasts, queries and a router that shows it at any path. */
export function renderWithApp(ui: ReactNode, { path = '/', queryClient = testQueryClient() }: Options = {}) {
  notifications.clean();
  const rootRoute = createRootRoute({ component: Outlet });
  const page = () => ui;
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, path: '/', component: page }),
      createRoute({ getParentRoute: () => rootRoute, path: '$', component: page }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const view = render(
    <MantineProvider cssVariablesResolver={cssVariables} env="test" theme={theme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
      <Toaster />
    </MantineProvider>,
  );
  return { ...view, user: userEvent.setup(), queryClient, router };
}
