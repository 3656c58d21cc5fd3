import type { CreatorMove } from '../contract/creator.ts';
import type { Sending } from './move-sender.ts';

/** Whether a tapped move has no outcome yet: nothing else can be tapped. */
export const isBusy = ({ state }: Sending): boolean => state === 'sending' || state === 'waiting';

/** Whether it is one of these that is on its way. */
export const isSending = (sending: Sending, ...moves: CreatorMove['move'][]): boolean =>
  sending.state !== 'idle' && isBusy(sending) && moves.includes(sending.move.move);
