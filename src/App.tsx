import '#ui/styles/styles.ts';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense, useEffect, useState } from 'react';
import { messageOf } from '#api/error.ts';
import { reportError } from '#app/reports/error-reports.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { ErrorBoundary } from '#ui/states/ErrorBoundary.tsx';
import { Failure } from '#ui/states/States.tsx';
import { whenIdle } from '#ui/styles/when-idle.ts';
import { ThemeColor } from '#ui/theme/ThemeColor.tsx';
import { cssVariables, theme } from '#ui/theme/theme.ts';

// Load the toaster late, so it doesn't delay the first rows. Earlier toasts appear once it has loaded.
const Toaster = lazyPart(async () => {
  await whenIdle();
  return (await import('#ui/toasts/Toaster.tsx')).Toaster;
});

/** Renders toasts only after hydration, since the prerendered markup doesn't include them. */
function LaterToaster() {
  const [rendered, setRendered] = useState(false);
  useEffect(() => setRendered(true), []);
  if (!rendered) return null;
  return (
    <ErrorBoundary fallback={() => null} onError={reportError}>
      <Suspense>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Replaces the app after an unrecoverable error; only a reload helps. */
function AppFailure({ error }: { error: unknown }) {
  return (
    <main>
      <Failure detail={messageOf(error)} onRetry={() => window.location.reload()} title="Something went wrong" />
    </main>
  );
}

/** The build inlines the theme's variables into the page. In development they're set at runtime. */
const themed = import.meta.env.DEV ? { cssVariablesResolver: cssVariables } : { withCssVariables: false };

interface Props {
  queryClient: QueryClient;
  router: AnyRouter;
}

/** The app with its providers. The build prerenders the login with it, and the page hydrates that markup. */
export function App({ queryClient, router }: Props) {
  return (
    <StrictMode>
      <MantineProvider {...themed} defaultColorScheme="auto" theme={theme} withGlobalClasses={false}>
        <ThemeColor />
        <ErrorBoundary fallback={(error) => <AppFailure error={error} />} onError={reportError}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ErrorBoundary>
        <LaterToaster />
      </MantineProvider>
    </StrictMode>
  );
}
