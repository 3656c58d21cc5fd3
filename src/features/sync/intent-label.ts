import { type QueuedAction, unreadable } from '#contract/sync-status.ts';
import { offerIn } from '#domain/brand-record.ts';
import { intentWords } from '#domain/intent-words.ts';
import { reviewKind } from '#domain/offer-stage.ts';

/** An intent in the words of its button: "Approve draft", "Request changes (2)". */
export function intentLabel(action: QueuedAction): string {
  if (action.kind === unreadable) return 'Decision';
  const { label } = intentWords[action.kind];
  const offer = offerIn(action.seen);
  if (action.kind === 'approve') return offer ? `${label} ${reviewKind(offer)}` : label;
  return action.kind === 'request-changes' ? `${label} (${action.payload.requestedChanges.length})` : label;
}
