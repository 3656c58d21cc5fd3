import * as v from 'valibot';
import {
  type CreatorMove,
  type CreatorOffer,
  creatorMoveSchema,
  creatorOfferChangedSchema,
} from '#contract/creator.ts';
import { count, ulidSchema } from '#contract/primitives.ts';
import { createStore, type Readable } from '#store/create-store.ts';
import type { DeviceValue } from './device-store.ts';
import { CallFailure, codeOf, isUnreadable, mayComeBy } from './failure.ts';
import { isBusy, type Sending } from './sending-of.ts';

/** A tapped move whose outcome is not known yet, with the one key that it is sent with however often. */
export const tappedSchema = v.object({ key: ulidSchema, version: count, move: creatorMoveSchema });
export type Tapped = v.InferOutput<typeof tappedSchema>;

interface Deps {
  stored: DeviceValue<Tapped>;
  newKey(): string;
  send(tapped: Tapped): Promise<{ data: CreatorOffer; isReplay: boolean }>;
  /** Resolves when another try makes sense. */
  pause(tries: number, atLeastMs: number): Promise<void>;
  /** The move was made, or the offer has changed: this is the offer now. Null: it has to be fetched. */
  onOffer(offer: CreatorOffer | null): void;
  onMade(move: CreatorMove): void;
}

export interface MoveSender extends Readable<Sending> {
  /** Sends a move that was tapped. While one is on its way another tap does nothing. */
  tap(move: CreatorMove, version: number): void;
  /** Resumes a move that an earlier visit left without an answer. */
  goOn(): void;
  /** Stops at unmount; the next visit resumes a move without an answer. */
  stop(): void;
  /** The refusal has been read. */
  forget(): void;
}

const idle: Sending = { state: 'idle' };

/** Sends a creator's moves one at a time, each until its outcome is known, so that none is lost and none made twice. */
export function createMoveSender({ stored, newKey, send, pause, onOffer, onMade }: Deps): MoveSender {
  const { read, write, subscribe } = createStore<Sending>(idle);
  let runs = 0;

  /** @returns the outcome; null while it is unknown */
  async function attempt(tapped: Tapped, isStopped: () => boolean): Promise<Sending | null> {
    const { move } = tapped;
    try {
      const { data, isReplay } = await send(tapped);
      if (isStopped()) return null;
      // An answer that was given before is as old as the first.
      onOffer(isReplay ? null : data);
      onMade(move);
      return idle;
    } catch (error) {
      if (isStopped()) return null;
      if (isUnreadable(error)) {
        onOffer(null);
        onMade(move);
        return idle;
      }
      if (mayComeBy(error)) {
        write({ state: 'waiting', move, error });
        return null;
      }
      const refusal = error instanceof CallFailure ? error : new CallFailure(0);
      const found = v.safeParse(creatorOfferChangedSchema, refusal.body);
      if (found.success) onOffer(found.output.offer);
      else if (codeOf(error) !== 'invalid_request') onOffer(null);
      return { state: 'refused', move, error: refusal };
    }
  }

  async function run(tapped: Tapped): Promise<void> {
    runs += 1;
    const run = runs;
    const isStopped = () => run !== runs;
    write({ state: 'sending', move: tapped.move });
    for (let tries = 0; !isStopped(); tries += 1) {
      const end = await attempt(tapped, isStopped);
      if (isStopped()) return;
      if (end !== null) {
        stored.write(null);
        write(end);
        return;
      }
      const { error } = read() as Extract<Sending, { state: 'waiting' }>;
      await pause(tries, (error instanceof CallFailure && error.retryAfterMs) || 0);
    }
  }

  return {
    tap(move, version) {
      if (isBusy(read())) return;
      const tapped = { key: newKey(), version, move };
      // Before the first attempt, so that a page closed in between resumes with the same key.
      stored.write(tapped);
      void run(tapped);
    },
    goOn() {
      const left = stored.read();
      if (left !== null && !isBusy(read())) void run(left);
    },
    stop() {
      runs += 1;
      if (isBusy(read())) write(idle);
    },
    forget() {
      if (read().state === 'refused') write(idle);
    },
    read,
    subscribe,
  };
}
