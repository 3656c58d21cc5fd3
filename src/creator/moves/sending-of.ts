import type { CreatorMove } from '#contract/creator/creator.ts';
import { isBusy, type SendState } from './sender.ts';

/** State of a tapped move. */
export type MoveSendState = SendState<{ move: CreatorMove }>;

/** True if one of these moves is in flight. */
export const isSending = (sending: MoveSendState, ...moves: CreatorMove['move'][]): boolean =>
  sending.state !== 'idle' && isBusy(sending) && moves.includes(sending.move.move);
