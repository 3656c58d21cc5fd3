import { isKeptOut } from '../intents/classify-answer.ts';

/**
 * True for a refusal of a mark as read that the user needn't know: the campaign is gone, or archived where that can't be marked,
 * or the brand may not use the dashboard, which its screen says.
 */
export const isMarkMoot = (refusal: { status: number; code: string | null }): boolean =>
  refusal.status === 404 || refusal.status === 409 || isKeptOut(refusal);
