import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { answerHold } from '#contract/creator/creator.ts';
import { anyId, ulidSchema } from '#contract/wire/primitives.ts';
import { ulid } from '#domain/shared/ulid.ts';
import { useStore } from '#store/use-store.ts';
import { pause } from '#uploads/pause.ts';
import { deviceValue } from '../data/device-store.ts';
import { callCreator } from '../data/http.ts';
import { usePersistedText } from '../data/kept-text.ts';
import { offerKey } from '../data/queries.ts';
import { createSender, type SendState } from '../moves/sender.ts';

/** An answer with an unknown outcome, and the idempotency key for all of its attempts. */
const givenAnswerSchema = v.object({ key: ulidSchema, holdId: anyId, text: v.string() });
type GivenAnswer = v.InferOutput<typeof givenAnswerSchema>;

/** State of sending an answer, without the answer itself. */
export type AnswerSendState = SendState<object>;

/** The creator's answer to a hold. The device stores it during typing, and sends it until its outcome is known. */
export function useAnswer(token: string, offerId: string) {
  const client = useQueryClient();
  const [text, setText] = usePersistedText(offerId, 'hold-answer');
  const [isSent, setIsSent] = useState(false);
  const clear = useRef(() => {});
  useEffect(() => {
    clear.current = () => setText('');
  });
  const sender = useMemo(
    () =>
      createSender<GivenAnswer, object>({
        stored: deviceValue(offerId, 'hold-answer', givenAnswerSchema),
        send: ({ key, ...body }) => callCreator(answerHold, { token, body, idempotencyKey: key }),
        pause,
        factsOf: () => ({}),
        onOffer(offer) {
          if (offer !== null) client.setQueryData(offerKey, offer);
          // A fetch that began before the answer was stored may finish after it.
          void client.invalidateQueries({ queryKey: offerKey });
        },
        onSent() {
          clear.current();
          setIsSent(true);
        },
      }),
    [client, offerId, token],
  );
  useEffect(() => {
    sender.resume();
    return sender.stop;
  }, [sender]);
  const sending = useStore(sender);
  return {
    ...{ text, sending, isSent },
    change(typed: string) {
      sender.forget();
      setIsSent(false);
      setText(typed);
    },
    give: (holdId: string, typed: string) =>
      sender.give({ key: ulid(Date.now(), crypto.getRandomValues(new Uint8Array(16))), holdId, text: typed }),
  };
}
