import { useQuery } from '@tanstack/react-query';
import { useSyncStatus } from '#api/sync-status.ts';
import { sendToWorker } from '#api/worker-link.ts';
import type { Intent } from '#contract/brand/intent.ts';
import type { RecordRef } from '#contract/worker/brand-record.ts';
import { type QueuedAction, type QueuedIntent, unreadable } from '#contract/worker/sync-status.ts';
import { visibleActions, visibleCounts } from '#domain/intents/visible-actions.ts';

const refreshMs = 2000;
/** Limit above the length of any queue. */
const all = 100_000;

/**
 * The actions in the queue. The sync status only lists the first few of a long queue.
 * @param wantsAll true to request the rest from the worker, too
 */
export function useActions(wantsAll: boolean): readonly QueuedAction[] {
  const status = useSyncStatus();
  const { attention, waiting } = visibleCounts(status);
  const listed = visibleActions(status?.actions ?? []);
  const isAsked = wantsAll && listed.length < attention + waiting;
  const { data } = useQuery({
    queryKey: ['queue', status?.sessionOf],
    queryFn: async () => {
      const reply = await sendToWorker({ type: 'get-status', listed: all });
      return reply?.ok && reply.status ? visibleActions(reply.status.actions) : null;
    },
    enabled: isAsked,
    networkMode: 'always',
    staleTime: 0,
    refetchInterval: refreshMs,
  });
  return (isAsked ? data : null) ?? listed;
}

const isAbout = (payload: Intent['payload'], { type, id }: RecordRef): boolean =>
  type === 'offer'
    ? 'offerId' in payload && payload.offerId === id
    : 'campaignId' in payload && payload.campaignId === id;

const parkedIntentOn = (actions: readonly QueuedAction[], record: RecordRef): QueuedIntent | undefined =>
  actions.find(
    (action): action is QueuedIntent =>
      action.state === 'attention' && action.kind !== unreadable && isAbout(action.payload, record),
  );

/** The queued intent about a record that needs attention; undefined if there is none. */
export function useParkedIntentOn(record: RecordRef): QueuedIntent | undefined {
  const status = useSyncStatus();
  const listed = (status?.actions ?? []).filter(({ state }) => state === 'attention');
  const found = parkedIntentOn(listed, record);
  const rest = useActions(found === undefined && listed.length < visibleCounts(status).attention);
  return found ?? parkedIntentOn(rest, record);
}
