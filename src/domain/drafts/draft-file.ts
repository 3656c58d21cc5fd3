import type { Offer } from '#contract/brand/offer.ts';

/**
 * A file's address without its query, since some storage providers sign each response's URL differently. Returns null if it isn't
 * a web address.
 */
export function fileAddress(url: string, base: string): string | null {
  try {
    const { protocol, origin, pathname } = new URL(url, base);
    return protocol === 'https:' || protocol === 'http:' ? origin + pathname : null;
  } catch {
    return null;
  }
}

/** Address of an offer's draft video; null if there is none. */
export function draftVideo({ currentStage: { fulfillment } }: Pick<Offer, 'currentStage'>): string | null {
  return fulfillment?.evidenceType === 'VIDEO_WITH_CAPTION' ? fulfillment.fulfillment : null;
}
