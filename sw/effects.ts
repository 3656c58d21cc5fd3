import { type Intent, isQuiet } from '#contract/brand/intent.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { recordRefOf } from '#domain/intents/intent-rules.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import { putRecord, shownIn } from '#sw/copy/records/brand-records.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import { writeHeldChanges } from '#sw/queue/outbox/held-changes.ts';
import type { SettledOutcome } from '#sw/queue/store-outcome.ts';
import type { Parts } from './parts.ts';
import type { DataEvents, QueueEvents, SessionEvents, WorkerEvents } from './worker-events.ts';

/**
 * Event handlers; each one lists all effects of its event.
 * @param parts called when an event occurs, since the parts that emit events are created after the handlers
 */
export const createEffects = (parts: () => Parts): WorkerEvents => ({
  ...sessionEffects(parts),
  ...queueEffects(parts),
  ...dataEffects(parts),
});

const sessionEffects = (parts: () => Parts): SessionEvents => ({
  sessionOffered: (brandId) => parts().leaving.finishBefore(brandId),
  async brandChanged(brandId) {
    const { guard, drafts, leaving, reportError } = parts();
    // Another brand's data must not be visible; its queue is kept until it logs in again.
    guard.admit(brandId);
    drafts.stop();
    await leaving.wipeOthers(brandId).catch(reportError);
  },
  sessionSettled(brandId) {
    const { guard } = parts();
    // Don't admit a brand twice: that would discard the responses to its open requests.
    if (brandId === null || !guard.isAdmitted(brandId)) guard.admit(brandId);
  },
  loggedIn: () => parts().catchUp.run({ always: true }),
  sessionRenewed: ({ session, earlier, lineage }) =>
    parts().broadcast({ type: 'session-refreshed', session, replaced: earlier, lineage }),
  sessionRequested: () => parts().broadcast({ type: 'session-request' }),
  sessionExpired({ session, lineage = [] }) {
    const { brandId } = session;
    return parts().broadcast({ type: 'session-expired', brandId, pairs: [pairIdOf(session), ...lineage] });
  },
  sessionReplaced: () => parts().broadcast({ type: 'brand-changed' }),
  brandLeft() {
    const { drafts, status } = parts();
    drafts.stop();
    status.forget();
    status.touch();
  },
});

const queueEffects = (parts: () => Parts): QueueEvents => ({
  intentKept: (intent) => recordChanged(parts(), intent),
  async actionSettled(action, settled) {
    const { catchUp, broadcast } = parts();
    catchUp.noteSettled();
    await copySettled(parts(), action, settled);
    // The order matters: a page must know which queries to refetch before it learns that an action has settled, even if the
    // worker is stopped in between.
    await recordChanged(parts(), action);
    await broadcast({ type: 'action-settled', actionId: action.actionId, outcome: outcomeOf(action, settled) });
  },
  async actionTaken(action, outcome) {
    const { status, broadcast } = parts();
    status.touch();
    await recordChanged(parts(), action);
    if (outcome !== null) await broadcast({ type: 'action-settled', actionId: action.actionId, outcome });
  },
  actionsStay: () => parts().wakeUp.askAgain(),
});

const dataEffects = (parts: () => Parts): DataEvents => ({
  broadcast: (message) => parts().badge.onBroadcast(message),
  changed: () => parts().status.touch(),
  copyChanged: (kinds) => dataChanged(parts(), kinds),
  stored() {
    const { events, outbox, sessions, reportError } = parts();
    events.keep(Promise.all([writeHeldChanges(outbox), sessions.storeHeld()]).catch(reportError));
  },
  synced() {
    const { events, drafts } = parts();
    events.keep(drafts.run({ isBackground: events.isBackground() }));
  },
  written: () => parts().syncing.run(),
  reached(isOnline) {
    const { status, events, catchUp, reportError } = parts();
    status.touch();
    // This is the first response after a failure, so send and sync regardless of the request that it belongs to.
    if (isOnline) events.keep(catchUp.run({ always: true }).catch(reportError));
  },
  storage(isAvailable) {
    const { status, events, leaving, catchUp, reportError } = parts();
    status.touch();
    const finish = () => leaving.finish().then(() => catchUp.run({ always: true }));
    if (isAvailable) events.keep(finish().catch(reportError));
  },
});

async function dataChanged({ broadcast }: Pick<Parts, 'broadcast'>, kinds: Iterable<ChangedKind>): Promise<void> {
  await broadcast({ type: 'data-changed', kinds: [...kinds] });
}

/** Notifies pages that an intent's record has changed. */
const recordChanged = (parts: Pick<Parts, 'broadcast'>, intent: Intent) =>
  dataChanged(parts, shownIn[recordRefOf(intent).type]);

/** Writes an intent's response to the copy; for a refusal, writes the record that the server returned. */
async function copySettled(
  { copy, guard, now, receipts, reportError }: Pick<Parts, 'copy' | 'guard' | 'now' | 'receipts' | 'reportError'>,
  { actionId, brandId }: ActionRow,
  settled: SettledOutcome,
): Promise<void> {
  const { reading } = settled;
  if (settled.kind === 'sent') return receipts.copy(brandId, { actionId, reading });
  const recordNow = settled.kind === 'refused' ? settled.attention.now : null;
  if (recordNow === null) return;
  const write = { copy, guard, brandId, storedAt: now(), reading };
  await writeCopy(write, (writing) => putRecord(writing, recordNow)).catch(reportError);
}

/** An intent's outcome, for pages. A refused quiet intent is dropped, since it wasn't made by the user. */
function outcomeOf(action: ActionRow, settled: SettledOutcome): 'sent' | 'attention' | 'discarded' {
  if (settled.kind === 'sent') return 'sent';
  return isQuiet(action.kind) ? 'discarded' : 'attention';
}
