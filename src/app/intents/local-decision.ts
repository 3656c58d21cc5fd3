import { useMemo } from 'react';
import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { createStore } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';
import { parseOfBrand } from '../storage/stored-of-brand.ts';

const key = 'afield-decided';
const max = 200;

const localDecisionSchema = v.object({
  /** Id of the action, also its Idempotency-Key. */
  actionId: v.string(),
  offerId: v.string(),
  campaignId: v.string(),
  creator: v.string(),
  kind: v.picklist(['approve', 'request-changes']),
  submission: v.picklist(['draft', 'link']),
  /** Time of the decision, ms. */
  at: v.number(),
});
/** A decision made on this device. The sync status shows if it was sent. */
export type LocalDecision = v.InferOutput<typeof localDecisionSchema>;

const storedSchema = v.object({ brandId: v.string(), decisions: v.array(localDecisionSchema) });

function read(): readonly LocalDecision[] {
  try {
    return parseOfBrand(storedSchema, localStorage.getItem(key))?.decisions ?? [];
  } catch {
    return [];
  }
}

/** Change counter. The decisions themselves are in storage, which logging out clears. */
const changes = createStore(0);

function write(next: readonly LocalDecision[]): void {
  const session = readSession();
  if (!isBrandSession(session)) return;
  try {
    localStorage.setItem(key, JSON.stringify({ brandId: session.brandId, decisions: next }));
  } catch {
    // If the storage is full or disabled, only the list is lost, not the decision.
  }
  changes.write(changes.read() + 1);
}

/** Records a decision, replacing an earlier one on the same offer. */
export const noteDecided = (made: LocalDecision): void =>
  write([...read().filter(({ offerId }) => offerId !== made.offerId), made].slice(-max));

/** Removes a decision that the user undid, discarded or took back, by its action or its offer. */
export function forgetDecided(undone: { actionId: string } | { offerId: string }): void {
  const all = read();
  const kept = all.filter((made) =>
    'actionId' in undone ? made.actionId !== undone.actionId : made.offerId !== undone.offerId,
  );
  if (kept.length < all.length) write(kept);
}

/** Decisions made on this device since a time (ms), newest first. Logging out removes them. */
export function useDecisionsSince(sinceMs: number): readonly LocalDecision[] {
  const change = useStore(changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each change
  const all = useMemo(read, [change]);
  return useMemo(() => all.filter(({ at }) => at >= sinceMs).toReversed(), [all, sinceMs]);
}
