import '#ui/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { isBrandSession, readSession } from '#api/session.ts';
import { onSessionOver } from '#api/session-over.ts';
import { leaveIfNothingWaits } from '#app/end-session.ts';
import { reportError, startErrorReports } from '#app/error-reports.ts';
import { keepFirstFrame } from '#app/first-frame.ts';
import { keepFirstPaint } from '#app/first-paint.ts';
import { keepStorageOfInstalled } from '#app/keep-storage.ts';
import { createQueryClient } from '#app/query-client.ts';
import { hearInstallOffer } from '#features/install/offer.ts';
import { healPushLater } from '#features/notifications/heal-later.ts';
import { AppFailure } from '#features/shell/AppFailure.tsx';
import { hearLaunches } from '#features/sync/launches.ts';
import { leaveWithBrand } from '#features/sync/leave-with-brand.ts';
import { startSync } from '#features/sync/start.ts';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { quiet } from '#ui/quiet.ts';
import { ThemeColor } from '#ui/ThemeColor.tsx';
import { cssVariables, theme } from '#ui/theme.ts';
import { createAppRouter } from './router.ts';

// Nothing is toasted before the first rows, which this would hold up; what is said until it has come is shown then.
const Toaster = lazyPart(async () => {
  await quiet();
  return (await import('#ui/Toaster.tsx')).Toaster;
});

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');

onSessionOver(leaveIfNothingWaits);
leaveWithBrand();
hearInstallOffer();
const queryClient = createQueryClient();
const session = readSession();
// This module's address carries the build's hash: another build's data is never read.
if (isBrandSession(session)) keepFirstFrame(queryClient, `${session.brandId} ${import.meta.url}`);
const router = createAppRouter(queryClient);

const render = () =>
  createRoot(container, {
    onUncaughtError: reportError,
    onRecoverableError: reportError,
  }).render(
    <StrictMode>
      <MantineProvider cssVariablesResolver={cssVariables} defaultColorScheme="auto" theme={theme}>
        <ThemeColor />
        <ErrorBoundary fallback={(error) => <AppFailure error={error} />} onError={reportError}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ErrorBoundary>
        <ErrorBoundary fallback={() => null} onError={reportError}>
          <Suspense>
            <Toaster />
          </Suspense>
        </ErrorBoundary>
      </MantineProvider>
    </StrictMode>,
  );
// With the screen's code and its redirects behind it, the first render is of the screen itself.
void router.load().catch(reportError).finally(render);
keepFirstPaint(container);
const open = (path: string) => router.history.push(path);
startSync(queryClient, open);
hearLaunches(open);
startErrorReports();
keepStorageOfInstalled();
healPushLater();
