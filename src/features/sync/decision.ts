import { type QueuedAction, unreadable } from '../../contract/sync-status.ts';
import { reviewKind } from '../../domain/offer-stage.ts';

/** A decision in the words of the offer's buttons: "Approve draft", "Request changes (2)". */
export function decisionLabel({ kind, offerSeen, requestedChanges, attention }: QueuedAction): string {
  if (attention?.code === unreadable) return 'Decision';
  if (kind === 'approve') return offerSeen ? `Approve ${reviewKind(offerSeen)}` : 'Approve';
  const count = requestedChanges?.length ?? 0;
  return count > 0 ? `Request changes (${count})` : 'Request changes';
}
