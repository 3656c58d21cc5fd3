import type { CreatorMove } from '#contract/creator.ts';
import type { CallFailure } from './failure.ts';

/** State of a tapped move. */
export type Sending =
  | { state: 'idle' }
  | { state: 'sending'; move: CreatorMove }
  /** No answer came: it is asked again by itself, with the same key. */
  | { state: 'waiting'; move: CreatorMove; error: unknown }
  /** The server said no; nothing was changed. */
  | { state: 'refused'; move: CreatorMove; error: CallFailure };

/** True while a tapped move has no outcome yet: nothing else can be tapped. */
export const isBusy = ({ state }: Sending): boolean => state === 'sending' || state === 'waiting';

/** True if one of these is on its way. */
export const isSending = (sending: Sending, ...moves: CreatorMove['move'][]): boolean =>
  sending.state !== 'idle' && isBusy(sending) && moves.includes(sending.move.move);
