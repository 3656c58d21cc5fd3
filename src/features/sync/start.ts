import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '#ui/styles/when-idle.ts';
import { listenToWorker } from './listen-to-worker.ts';
import { startWorkerUpdates } from './page-state.ts';
import { registerWorker } from './register-worker.ts';

/** Connects the page to the worker: listens to its messages and keeps it informed. */
export function startSync(queryClient: QueryClient, open: (path: string) => void): void {
  // If this code fails to load, polling continues.
  void whenIdle()
    .then(() => import('./live/start-live.ts'))
    .then(({ startLive }) => startLive(queryClient))
    .catch(() => undefined);
  if (!('serviceWorker' in navigator)) return;
  listenToWorker(queryClient, open);
  startWorkerUpdates();
  // If this code fails to load, the next page load registers the worker.
  void whenIdle()
    .then(registerWorker)
    .catch(() => undefined);
}
