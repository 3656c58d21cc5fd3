import type { CreatorOffer } from '#contract/creator/creator.ts';
import type { Moves } from '../moves/use-moves.ts';

/** Props of every step. */
export interface StepProps {
  token: string;
  offer: CreatorOffer;
  moves: Moves;
}
