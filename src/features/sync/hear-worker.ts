import type { QueryClient } from '@tanstack/react-query';
import { endSession } from '../../api/end-session.ts';
import { isBrandSession, readSession, writeNewerSession } from '../../api/session.ts';
import { readSyncStatus, setSyncStatus } from '../../api/sync-status.ts';
import { onWorkerMessage } from '../../api/worker-link.ts';
import type { WorkerMessage } from '../../contract/worker-message.ts';
import { setUpdate } from './update.ts';

/** A dead session leads to the login; with decisions that wait, the banner asks for it and the page stays. */
function leaveIfOver(brandId: string): void {
  const session = readSession();
  if (!isBrandSession(session) || session.brandId !== brandId) return;
  const waits = readSyncStatus()?.actions.some((action) => action.brandId === brandId) ?? false;
  if (!waits) endSession();
}

function hear(message: WorkerMessage, queryClient: QueryClient): void {
  switch (message.type) {
    case 'sync-status':
      setSyncStatus(message.status);
      return;
    case 'data-changed': {
      const kinds = new Set<unknown>(message.kinds);
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => kinds.has(queryKey[0]) });
      return;
    }
    case 'session-refreshed':
      writeNewerSession(message.session);
      return;
    case 'session-expired':
      leaveIfOver(message.brandId);
      return;
    case 'reload-needed':
      setUpdate('reload');
      return;
    case 'action-settled':
      // The status that comes with it says it all.
      return;
  }
}

/** What the worker says changes the sync status, the session, and what the screens have read. */
export function hearWorker(queryClient: QueryClient): () => void {
  return onWorkerMessage((message) => hear(message, queryClient));
}
