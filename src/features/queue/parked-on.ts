import type { Intent } from '#contract/brand/intent.ts';
import type { RecordRef } from '#contract/worker/brand-record.ts';
import { type QueuedAction, type QueuedIntent, unreadable } from '#contract/worker/sync-status.ts';

const isAbout = (payload: Intent['payload'], { type, id }: RecordRef): boolean =>
  type === 'offer'
    ? 'offerId' in payload && payload.offerId === id
    : 'campaignId' in payload && payload.campaignId === id;

/** The queued intent about a record that needs attention; undefined if there is none. */
export const parkedOn = (actions: readonly QueuedAction[], record: RecordRef): QueuedIntent | undefined =>
  actions.find(
    (action): action is QueuedIntent =>
      action.state === 'attention' && action.kind !== unreadable && isAbout(action.payload, record),
  );
