import * as v from 'valibot';
import { type CreatorOffer, creatorOfferChangedSchema } from '#contract/creator.ts';
import { anyId, ulidSchema } from '#contract/primitives.ts';
import { createStore, type Readable } from '#store/create-store.ts';
import type { DeviceValue } from '../device-store.ts';
import { CallFailure, isNetwork, issueOf, isUnreadable, mayComeBy } from '../failure.ts';

/** An answer whose outcome isn't known yet, with the one key that it is sent with however often. */
export const givenAnswerSchema = v.object({ key: ulidSchema, holdId: anyId, text: v.string() });
type GivenAnswer = v.InferOutput<typeof givenAnswerSchema>;

/** State of an answer. Refused: nothing was stored, for the reason in `text`. */
type AnswerSending = { state: 'idle' | 'sending' } | { state: 'waiting' | 'refused'; text: string };

interface Deps {
  stored: DeviceValue<GivenAnswer>;
  newKey(): string;
  send(answer: GivenAnswer): Promise<{ data: CreatorOffer; isReplay: boolean }>;
  /** Resolves when another try makes sense. */
  pause(tries: number, atLeastMs: number): Promise<void>;
  /** The offer as it is now. Null: it has to be fetched. */
  onOffer(offer: CreatorOffer | null): void;
  onSent(): void;
}

interface AnswerSender extends Readable<AnswerSending> {
  /** Sends an answer. While one is on its way, it does nothing. */
  give(holdId: string, text: string): void;
  /** Resumes an answer that an earlier visit left without an outcome. */
  goOn(): void;
  /** Stops at unmount; the next visit resumes. */
  stop(): void;
  /** The refusal has been read. */
  forget(): void;
}

const waitingText = (error: unknown): string =>
  isNetwork(error)
    ? 'No connection. Your reply will be sent when you’re back online. If you close this page, open your link again later.'
    : 'The server is busy. Your reply will be sent in a moment.';

export const isAnswerBusy = ({ state }: AnswerSending): boolean => state === 'sending' || state === 'waiting';

/** Sends a creator's answers to a hold one at a time, each with one key until its outcome is known. */
export function createAnswerSender({ stored, newKey, send, pause, onOffer, onSent }: Deps): AnswerSender {
  const { read, write, subscribe } = createStore<AnswerSending>({ state: 'idle' });
  let runs = 0;

  function sent(offer: CreatorOffer | null): AnswerSending {
    onOffer(offer);
    onSent();
    return { state: 'idle' };
  }

  function refused(error: unknown): AnswerSending {
    const found = v.safeParse(creatorOfferChangedSchema, error instanceof CallFailure ? error.body : null);
    onOffer(found.success ? found.output.offer : null);
    const said = error instanceof CallFailure ? error.said?.message : undefined;
    return { state: 'refused', text: issueOf(error, 'text') ?? said ?? 'Something went wrong. Please try again.' };
  }

  async function run(answer: GivenAnswer): Promise<void> {
    runs += 1;
    const run = runs;
    write({ state: 'sending' });
    for (let tries = 0; run === runs; tries += 1) {
      let end: AnswerSending | null = null;
      let retryAfterMs = 0;
      try {
        const { data, isReplay } = await send(answer);
        // The answer to a repeated key is as old as the first.
        if (run === runs) end = sent(isReplay ? null : data);
      } catch (error) {
        if (run !== runs) return;
        if (isUnreadable(error)) end = sent(null);
        else if (!mayComeBy(error)) end = refused(error);
        else {
          write({ state: 'waiting', text: waitingText(error) });
          retryAfterMs = (error instanceof CallFailure && error.retryAfterMs) || 0;
        }
      }
      if (run !== runs) return;
      if (end !== null) {
        stored.write(null);
        write(end);
        return;
      }
      await pause(tries, retryAfterMs);
    }
  }

  return {
    give(holdId, text) {
      if (isAnswerBusy(read())) return;
      const answer = { key: newKey(), holdId, text };
      // Stored before the first attempt, so that a page closed in between resumes with the same key.
      stored.write(answer);
      void run(answer);
    },
    goOn() {
      const left = stored.read();
      if (left !== null && !isAnswerBusy(read())) void run(left);
    },
    stop() {
      runs += 1;
      if (isAnswerBusy(read())) write({ state: 'idle' });
    },
    forget() {
      if (read().state === 'refused') write({ state: 'idle' });
    },
    read,
    subscribe,
  };
}
