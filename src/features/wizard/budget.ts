import type { Brand } from '#contract/brand.ts';
import type { Draft } from './draft/draft.ts';
import { budgetCentsOf } from './problems.ts';
import { hasBudget } from './wizard-steps.ts';

/** The part of the balance that a draft would hold, in cents; 0 while nothing usable is typed. */
export const heldCents = (draft: Draft): number => (hasBudget(draft) ? (budgetCentsOf(draft.budget) ?? 0) : 0);

/** By how much the available balance is too little for it; 0 or less where there is enough. */
export const shortByCents = (draft: Draft, { availableBalanceCents }: Brand): number =>
  heldCents(draft) - availableBalanceCents;
