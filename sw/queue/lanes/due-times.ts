import type { ActionRow } from '#sw/database/action-row.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { HoldUp } from '../hold-up.ts';
import { isHeld, isLeased, isPaused } from '../outbox/sending.ts';

/** Times at which intents may be sent. `isAlone`: no other sender is running, so leases of other senders don't count. */
export interface DueTimes {
  isDue(action: ActionRow, isAlone: boolean): boolean;
  /** The intent to send next; undefined if none is due. */
  next(actions: readonly ActionRow[], isAlone: boolean): ActionRow | undefined;
  /** Time until the first of these is due, ms; Infinity if there are none. */
  untilDueMs(actions: readonly ActionRow[], isAlone: boolean): number;
  /** Ends earlier pauses and holds of single intents, since the user asked to send now. */
  hurry(): void;
  /** Ends all earlier holds, since the user has left the app and can't undo anymore. */
  endHolds(): void;
}

interface Deps extends Pick<Runtime, 'now' | 'owner'> {
  holdUp: Pick<HoldUp, 'until' | 'isOn'>;
}

export function createDueTimes({ now, owner, holdUp }: Deps): DueTimes {
  /** Wall clock, like `pausedAt`. */
  let hurriedAt = Number.NEGATIVE_INFINITY;
  let holdsEndedAt = Number.NEGATIVE_INFINITY;

  const isAnothers = (action: ActionRow) => isLeased(action, now()) && action.lease?.owner !== owner;
  const isHurried = ({ pausedAt }: ActionRow) => pausedAt !== undefined && pausedAt < hurriedAt && hurriedAt <= now();
  const heldUntil = (action: ActionRow) =>
    isHeld(action, now()) && action.queuedAt > holdsEndedAt ? (action.heldUntil ?? 0) : 0;
  const freeAt = (action: ActionRow, isAlone: boolean) =>
    Math.max(
      holdUp.until(),
      heldUntil(action),
      isPaused(action, now()) && !isHurried(action) ? action.notBefore : 0,
      !isAlone && isAnothers(action) ? (action.lease?.until ?? 0) : 0,
    );
  const isDue = (action: ActionRow, isAlone: boolean) => freeAt(action, isAlone) <= now();

  return {
    isDue,
    next(actions, isAlone) {
      // During a hold-up, the single intent that is tried must not be one that always fails.
      const inTurn = holdUp.isOn() ? actions.toSorted((a, b) => a.failures - b.failures) : actions;
      return inTurn.find((action) => isDue(action, isAlone));
    },
    untilDueMs: (actions, isAlone) => Math.min(...actions.map((action) => freeAt(action, isAlone))) - now(),
    hurry() {
      hurriedAt = now();
      holdsEndedAt = now();
    },
    endHolds() {
      holdsEndedAt = now();
    },
  };
}
