import type { CreatorOffer } from '#contract/creator.ts';
import type { Moves } from '../use-moves.ts';

/** Props of every step. */
export interface StepProps {
  token: string;
  offer: CreatorOffer;
  moves: Moves;
}
