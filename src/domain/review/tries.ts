import type { Offer } from '#contract/brand/offer.ts';

type Review = NonNullable<Offer['review']>;

/**
 * Name of a submission. Drafts and links are numbered separately: the first link is "Version 1", however many drafts preceded it.
 */
export function attemptLabel({ attempt: current, draftAttempts = 0 }: Review, attempt: number): string {
  if (attempt > draftAttempts) return `Version ${attempt - draftAttempts}`;
  return current > draftAttempts && draftAttempts > 0 ? `Draft, version ${attempt}` : `Version ${attempt}`;
}
