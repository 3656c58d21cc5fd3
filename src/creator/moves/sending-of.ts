import type { CreatorMove } from '#contract/creator/creator.ts';
import { isBusy, type SendingOf } from './sender.ts';

/** State of a tapped move. */
export type Sending = SendingOf<{ move: CreatorMove }>;

/** True if one of these moves is in flight. */
export const isSending = (sending: Sending, ...moves: CreatorMove['move'][]): boolean =>
  sending.state !== 'idle' && isBusy(sending) && moves.includes(sending.move.move);
