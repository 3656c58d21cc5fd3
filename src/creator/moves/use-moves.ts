import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type CreatorMove, type CreatorOffer, makeCreatorMove } from '#contract/creator/creator.ts';
import { ulid } from '#domain/shared/ulid.ts';
import { useStore } from '#store/use-store.ts';
import { pause } from '#uploads/pause.ts';
import { deviceValue } from '../data/device-store.ts';
import { callCreator } from '../data/http.ts';
import { dropSentTexts } from '../data/kept-text.ts';
import { offerKey } from '../data/queries.ts';
import { createMoveSender, pendingMoveSchema } from './move-sender.ts';
import type { MoveSendState } from './sending-of.ts';

export interface Moves {
  sending: MoveSendState;
  /** The latest move made on this page. */
  made: CreatorMove | null;
  tap(move: CreatorMove): void;
  forget(): void;
}

/** The creator's moves on an offer, each retried until its outcome is known. */
export function useMoves(token: string, { id, version }: CreatorOffer): Moves {
  const client = useQueryClient();
  const [made, setMade] = useState<CreatorMove | null>(null);
  const sender = useMemo(
    () =>
      createMoveSender({
        stored: deviceValue(id, 'move', pendingMoveSchema),
        newKey: () => ulid(Date.now(), crypto.getRandomValues(new Uint8Array(16))),
        send: ({ key, version: seen, move }) =>
          callCreator(makeCreatorMove, { token, body: move, idempotencyKey: key, version: seen }),
        pause,
        onOffer(offer) {
          if (offer === null) void client.invalidateQueries({ queryKey: offerKey });
          else client.setQueryData(offerKey, offer);
        },
        onMoveMade(move) {
          dropSentTexts(id, move);
          setMade(move);
        },
      }),
    [client, id, token],
  );
  useEffect(() => {
    sender.resume();
    return sender.stop;
  }, [sender]);
  const sending = useStore(sender);
  return { sending, made, tap: (move) => sender.tap(move, version), forget: sender.forget };
}
