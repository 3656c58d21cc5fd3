import type { Offer } from '#contract/brand/offer.ts';

/** A file's address without its query, which some stores sign again with each answer; null where it is none of the web. */
export function fileAddress(url: string, base: string): string | null {
  try {
    const { protocol, origin, pathname } = new URL(url, base);
    return protocol === 'https:' || protocol === 'http:' ? origin + pathname : null;
  } catch {
    return null;
  }
}

/** Address of the draft video that an offer holds; null where it holds none. */
export function draftVideo({ currentStage: { fulfillment } }: Pick<Offer, 'currentStage'>): string | null {
  return fulfillment?.evidenceType === 'VIDEO_WITH_CAPTION' ? fulfillment.fulfillment : null;
}
