import { createRoot, hydrateRoot } from 'react-dom/client';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { onSessionOver } from '#api/session/session-over.ts';
import { persistFirstFrame } from '#app/painting/first-frame.ts';
import { persistFirstPaint } from '#app/painting/first-paint.ts';
import { createQueryClient } from '#app/queries/query-client.ts';
import { reportError, startErrorReports } from '#app/reports/error-reports.ts';
import { dropEarlyLogin, hasEarlyLogin } from '#app/session/early-login.ts';
import { endSessionUnlessPending } from '#app/session/end-session.ts';
import { requestPersistentStorageIfInstalled } from '#app/storage/request-persistent-storage.ts';
import { listenForInstallOffer } from '#features/install/offer.ts';
import { repairPushSubscriptionWhenIdle } from '#features/notifications/heal-later.ts';
import { listenForLaunches } from '#features/sync/launches.ts';
import { reloadOnBrandChange } from '#features/sync/reload-on-brand-change.ts';
import { startSync } from '#features/sync/start.ts';
import { App } from './App.tsx';
import { createAppRouter } from './router.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root.');

onSessionOver(endSessionUnlessPending);
reloadOnBrandChange();
listenForInstallOffer();
const queryClient = createQueryClient();
const session = readSession();
// This module's URL contains the build hash, so data stored by another build is never read.
if (isBrandSession(session)) persistFirstFrame(queryClient, `${session.brandId} ${import.meta.url}`);
const router = createAppRouter(queryClient);

function render(root: HTMLElement): void {
  const app = <App queryClient={queryClient} router={router} />;
  const options = { onUncaughtError: reportError, onRecoverableError: reportError };
  // A brand may have logged in from another tab since the page loaded.
  if (hasEarlyLogin(root) && readSession() === null) {
    hydrateRoot(root, app, options);
    return;
  }
  dropEarlyLogin(root);
  createRoot(root, options).render(app);
}
// Load the screen's code and run its redirects first, so the first render is the screen itself.
void router
  .load()
  .catch(reportError)
  .finally(() => render(container));
persistFirstPaint(container);
const open = (path: string) => router.history.push(path);
startSync(queryClient, open);
listenForLaunches(open);
startErrorReports();
requestPersistentStorageIfInstalled();
repairPushSubscriptionWhenIdle();
