import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from '#app/queries/query-client.ts';
import { LoginScreen } from '#features/auth/login/LoginScreen.tsx';
import { LoadFailure } from '#features/shell/LoadFailure.tsx';
import { cssVariables, theme } from '#ui/theme/theme.ts';
import { App } from './App.tsx';

/** Router with only the routes that the login shows or links to. Its React tree must match the page's for hydration. */
export function loginRouter() {
  const rootRoute = createRootRoute();
  const route = (path: string) => createRoute({ getParentRoute: () => rootRoute, path, component: LoginScreen });
  return createRouter({
    routeTree: rootRoute.addChildren(['/', '/reset/request', '/signup'].map(route)),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    // Without an origin the router reads `window`, which doesn't exist at build time.
    origin: 'http://localhost',
    defaultErrorComponent: LoadFailure,
  });
}

/** Renders the login and the theme's CSS variables, which `cli/login-markup.mjs` inlines into the page. */
export async function renderLogin(): Promise<{ login: string; variables: string }> {
  const router = loginRouter();
  await router.load();
  const html = renderToString(<App queryClient={createQueryClient()} router={router} />);
  const styled = renderToString(
    <MantineProvider cssVariablesResolver={cssVariables} theme={theme} withGlobalClasses={false}>
      {null}
    </MantineProvider>,
  );
  return {
    // React hoists a title into the head; left in the body, this would be a duplicate.
    login: html.replace(/<title>[^<]*<\/title>/, ''),
    variables: styled.replace(/^<style[^>]*>|<\/style>$/g, '').replaceAll(': ', ':'),
  };
}
