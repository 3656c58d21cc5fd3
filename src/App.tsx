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
import { quiet } from '#ui/styles/quiet.ts';
import { ThemeColor } from '#ui/theme/ThemeColor.tsx';
import { cssVariables, theme } from '#ui/theme/theme.ts';

// Loaded late, so that it doesn't delay the first rows; toasts raised before that are shown once it has loaded.
const Toaster = lazyPart(async () => {
  await quiet();
  return (await import('#ui/toasts/Toaster.tsx')).Toaster;
});

/** Toasts come after the first render, so that the markup of the page's file need not know of them. */
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

/** Shown instead of the app after a failure: only a reload helps. */
function AppFailure({ error }: { error: unknown }) {
  return (
    <main>
      <Failure detail={messageOf(error)} onRetry={() => window.location.reload()} title="Something went wrong" />
    </main>
  );
}

/** The build puts the theme's variables into the page, computed once; in development nothing is built. */
const themed = import.meta.env.DEV ? { cssVariablesResolver: cssVariables } : { withCssVariables: false };

interface Props {
  queryClient: QueryClient;
  router: AnyRouter;
}

/** Providers around a screen. The build renders the login with them, and the page takes that markup over. */
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
