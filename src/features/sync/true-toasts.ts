import { onSessionChange, readSession } from '#api/session.ts';
import { onSyncStatus, readSyncStatus } from '#api/sync-status.ts';
import { onWorkerMessage } from '#api/worker-link.ts';
import { noteSettled, noteTakenBack } from '#app/settled-actions.ts';
import { hideAllToasts, hideToast } from '#ui/toast.tsx';

function waitingIds(): Set<string> {
  const actions = readSyncStatus()?.actions ?? [];
  return new Set(actions.filter(({ state }) => state === 'waiting').map(({ actionId }) => actionId));
}

function sessionOwner(): string | null {
  const session = readSession();
  if (session === null) return null;
  return 'brandId' in session ? session.brandId : session.adminUserId;
}

/**
 * A toast that offers Undo stands as long as its decision waits, in this tab or another: its id is the decision's.
 * A worker that is stopped before it tells of the end tells by its next status.
 */
export function keepToastsTrue(): () => void {
  let waiting = waitingIds();
  let owner = sessionOwner();
  const stops = [
    onWorkerMessage((message) => {
      if (message.type !== 'action-settled') return;
      noteSettled(message.actionId);
      if (message.outcome === 'undone' || message.outcome === 'discarded') noteTakenBack(message.actionId);
      hideToast(message.actionId);
    }),
    onSyncStatus(() => {
      const before = waiting;
      waiting = waitingIds();
      for (const actionId of before) if (!waiting.has(actionId)) hideToast(actionId);
    }),
    onSessionChange(() => {
      const before = owner;
      owner = sessionOwner();
      if (owner !== before) hideAllToasts();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
