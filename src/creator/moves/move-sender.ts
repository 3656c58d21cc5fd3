import * as v from 'valibot';
import { type CreatorMove, type CreatorOffer, creatorMoveSchema } from '#contract/creator/creator.ts';
import { count, ulidSchema } from '#contract/wire/primitives.ts';
import type { DeviceValue } from '../data/device-store.ts';
import { createSender, type Sender } from './sender.ts';

/** A tapped move with an unknown outcome, and the idempotency key for all of its attempts. */
export const pendingMoveSchema = v.object({ key: ulidSchema, version: count, move: creatorMoveSchema });
export type PendingMove = v.InferOutput<typeof pendingMoveSchema>;

interface Deps {
  stored: DeviceValue<PendingMove>;
  newKey(): string;
  send(tapped: PendingMove): Promise<{ data: CreatorOffer; isReplay: boolean }>;
  pause(tries: number, atLeastMs: number): Promise<void>;
  onOffer(offer: CreatorOffer | null): void;
  onMoveMade(move: CreatorMove): void;
}

export interface MoveSender extends Omit<Sender<PendingMove, { move: CreatorMove }>, 'give'> {
  /** Sends a tapped move. Further taps are ignored while one is in flight. */
  tap(move: CreatorMove, version: number): void;
}

/** Sends a creator's moves with {@link createSender}. */
export function createMoveSender({ newKey, onMoveMade, ...deps }: Deps): MoveSender {
  const { give, ...sender } = createSender<PendingMove, { move: CreatorMove }>({
    ...deps,
    factsOf: ({ move }) => ({ move }),
    onSent: ({ move }) => onMoveMade(move),
  });
  return { ...sender, tap: (move, version) => give({ key: newKey(), version, move }) };
}
