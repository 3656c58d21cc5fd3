import * as v from 'valibot';
import { type CreatorMove, type CreatorOffer, creatorMoveSchema } from '#contract/creator/creator.ts';
import { count, ulidSchema } from '#contract/wire/primitives.ts';
import type { DeviceValue } from '../data/device-store.ts';
import { createSender, type Sender } from './sender.ts';

/** A tapped move whose outcome is not known yet, with the one key that it is sent with however often. */
export const tappedSchema = v.object({ key: ulidSchema, version: count, move: creatorMoveSchema });
export type Tapped = v.InferOutput<typeof tappedSchema>;

interface Deps {
  stored: DeviceValue<Tapped>;
  newKey(): string;
  send(tapped: Tapped): Promise<{ data: CreatorOffer; isReplay: boolean }>;
  pause(tries: number, atLeastMs: number): Promise<void>;
  onOffer(offer: CreatorOffer | null): void;
  onMade(move: CreatorMove): void;
}

export interface MoveSender extends Omit<Sender<Tapped, { move: CreatorMove }>, 'give'> {
  /** Sends a move that was tapped. While one is on its way another tap does nothing. */
  tap(move: CreatorMove, version: number): void;
}

/** Sends a creator's moves by {@link createSender}. */
export function createMoveSender({ newKey, onMade, ...deps }: Deps): MoveSender {
  const { give, ...sender } = createSender<Tapped, { move: CreatorMove }>({
    ...deps,
    factsOf: ({ move }) => ({ move }),
    onSent: ({ move }) => onMade(move),
  });
  return { ...sender, tap: (move, version) => give({ key: newKey(), version, move }) };
}
