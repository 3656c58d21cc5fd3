import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import { intentRule, type PendingState, recordRefOf, withIntent } from '#domain/intents/intent-rules.ts';
import { isOfType } from '#domain/offers/brand-record.ts';
import { instantOf } from '#sw/copy/copy-write.ts';
import type { Overlay } from '#sw/copy/overlay.ts';
import type { ActionRow } from '#sw/database/action-row.ts';

interface OverlayQueue {
  actions: readonly ActionRow[];
  /** Results of settled intents that haven't reached the copy. */
  settled: readonly BrandRecord[];
}

const pendingOf = ({ actionId, state, lease, queuedAt, mayHaveArrived, heldUntil }: ActionRow): PendingState => ({
  actionId,
  state: state === 'waiting' && lease !== null ? 'sending' : state,
  queuedAt: new Date(queuedAt).toISOString(),
  ...(mayHaveArrived ? { mayHaveArrived } : {}),
  ...(heldUntil === undefined ? {} : { heldUntil: new Date(heldUntil).toISOString() }),
});

/** Not every record has `updatedAt`; without it, a settled result counts as newer than the stored record. */
const changedAt = ({ value }: BrandRecord) => ('updatedAt' in value ? instantOf(value.updatedAt) : 0);

const keyOf = ({ type, id }: RecordRef) => `${type} ${id}`;

function groupBy<T>(values: readonly T[], keyOfValue: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOfValue(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Applies a brand's optimistic updates to its records in the order of its actions, so the latest wins. */
export function overlayOf({ actions, settled }: OverlayQueue): Overlay {
  const inOrder = actions.toSorted((a, b) => a.seq - b.seq);
  // Indexed by record, since a list shows many records and the queue may be long.
  const byRecord = groupBy(inOrder, (action) => keyOf(recordRefOf(action)));
  const settledByRecord = groupBy(settled, ({ type, value }) => keyOf({ type, id: value.id }));

  function shown(record: BrandRecord): BrandRecord {
    const key = keyOf({ type: record.type, id: record.value.id });
    const newest = (settledByRecord.get(key) ?? []).reduce(
      (last, each) => (changedAt(each) >= changedAt(last) ? each : last),
      record,
    );
    const own = byRecord.get(key) ?? [];
    return own.reduce(
      (last, action) => withIntent(last, action, { pending: pendingOf(action), seen: action.seen }),
      newest,
    );
  }

  return {
    // The cast is safe, since a record keeps its type.
    isWaiting: (type, id) => byRecord.get(keyOf({ type, id }))?.at(-1)?.state === 'waiting',
    show: (type, value) => shown({ type, value } as BrandRecord).value as typeof value,
    refiled(type) {
      const about = inOrder.filter((action) => intentRule(action).refiles).map(recordRefOf);
      return about.filter((ref) => ref.type === type).map(({ id }) => id);
    },
    settled(type) {
      const isOfIt = isOfType(type);
      return settled.flatMap((record) => (isOfIt(record) ? [record.value] : []));
    },
  };
}
