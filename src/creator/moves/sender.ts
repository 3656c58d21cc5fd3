import * as v from 'valibot';
import { type CreatorOffer, creatorOfferChangedSchema } from '#contract/creator/creator.ts';
import { createStore, type Readable } from '#store/create-store.ts';
import type { DeviceValue } from '../data/device-store.ts';
import { CallFailure, codeOf, isRetryable, isUnreadable } from '../data/failure.ts';

/** State of sending a value, with the details that screens show. */
export type SendState<Facts> =
  | { state: 'idle' }
  | ({ state: 'sending' } & Facts)
  /** No response yet: the request is retried automatically, with the same key. */
  | ({ state: 'waiting'; error: unknown } & Facts)
  /** The server refused the value; nothing changed. */
  | ({ state: 'refused'; error: CallFailure } & Facts);

/** True while a value's outcome is unknown. Nothing else can be sent until then. */
export const isBusy = ({ state }: { state: SendState<unknown>['state'] }): boolean =>
  state === 'sending' || state === 'waiting';

interface Deps<Value, Facts> {
  stored: DeviceValue<Value>;
  send(value: Value): Promise<{ data: CreatorOffer; isReplay: boolean }>;
  /** Resolves when it's time to retry. */
  pause(tries: number, atLeastMs: number): Promise<void>;
  factsOf(value: Value): Facts;
  /** Called with the offer's current state after a success or a conflict; null if it has to be fetched. */
  onOffer(offer: CreatorOffer | null): void;
  onSent(value: Value): void;
}

export interface Sender<Value, Facts> extends Readable<SendState<Facts>> {
  /** Sends a value, which contains its idempotency key. */
  give(value: Value): void;
  /** Resumes sending a value whose outcome was unknown after an earlier visit. */
  resume(): void;
  /** Stops at unmount. The next visit resumes any value with an unknown outcome. */
  stop(): void;
  /** Dismisses the refusal. */
  forget(): void;
}

/**
 * Sends a creator's actions one at a time, each under one idempotency key until its outcome is known. Actions are
 * neither lost nor repeated.
 */
export function createSender<Value, Facts extends object>(deps: Deps<Value, Facts>): Sender<Value, Facts> {
  const { stored, send, pause, factsOf, onOffer, onSent } = deps;
  const idle: SendState<Facts> = { state: 'idle' };
  const { read, write, subscribe } = createStore<SendState<Facts>>(idle);
  let runs = 0;

  /** @returns the outcome, or `waiting` while it's unknown; null after `stop` */
  async function attempt(value: Value, isStopped: () => boolean): Promise<SendState<Facts> | null> {
    try {
      const { data, isReplay } = await send(value);
      if (isStopped()) return null;
      // A replayed response is as old as the original.
      onOffer(isReplay ? null : data);
      onSent(value);
      return idle;
    } catch (error) {
      if (isStopped()) return null;
      if (isUnreadable(error)) {
        onOffer(null);
        onSent(value);
        return idle;
      }
      if (isRetryable(error)) return { state: 'waiting', ...factsOf(value), error };
      const refusal = error instanceof CallFailure ? error : new CallFailure(0);
      const found = v.safeParse(creatorOfferChangedSchema, refusal.body);
      if (found.success) onOffer(found.output.offer);
      else if (codeOf(error) !== 'invalid_request') onOffer(null);
      return { state: 'refused', ...factsOf(value), error: refusal };
    }
  }

  async function run(value: Value): Promise<void> {
    runs += 1;
    const run = runs;
    const isStopped = () => run !== runs;
    write({ state: 'sending', ...factsOf(value) });
    for (let tries = 0; !isStopped(); tries += 1) {
      const end = await attempt(value, isStopped);
      if (end === null || isStopped()) return;
      if (end.state !== 'waiting') stored.write(null);
      write(end);
      if (end.state !== 'waiting') return;
      await pause(tries, (end.error instanceof CallFailure && end.error.retryAfterMs) || 0);
    }
  }

  return {
    give(value) {
      if (isBusy(read())) return;
      // Store the value before the first attempt, so that a page closed in between resumes with the same key.
      stored.write(value);
      void run(value);
    },
    resume() {
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
