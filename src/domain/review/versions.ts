import type { ChangeRequest, EarlierVersion, EvidenceType, Offer } from '#contract/brand/offer.ts';

export type VersionKind = 'draft' | 'post';

/** A submission of an offer that can be looked at. */
export interface Version {
  attempt: number;
  kind: VersionKind;
  /** Drafts and posts are counted apart, each from 1. */
  number: number;
  /** Null for the one that the offer holds now, which may still be awaited. */
  earlier: EarlierVersion | null;
  requested: ChangeRequest | null;
}

const kindOf = (evidenceType: EvidenceType): VersionKind => (evidenceType === 'PUBLISHED_VIDEO_URL' ? 'post' : 'draft');

/** Kind of what the offer holds or awaits now. */
function currentKind({ finalPostUrl, currentStage: { fulfillment } }: Offer): VersionKind {
  return finalPostUrl === null && fulfillment !== null ? kindOf(fulfillment.evidenceType) : 'post';
}

/** All submissions of an offer, oldest first; empty where nothing but the current one is known. */
export function versionsOf(offer: Offer): Version[] {
  const { review } = offer;
  if (review?.earlier === undefined) return [];
  const found = review.earlier.map((earlier) => ({
    attempt: earlier.attempt,
    kind: kindOf(earlier.evidenceType),
    earlier,
  }));
  // An offer that ended without a submission of its own has only earlier ones.
  const isNamed = found.every(({ attempt }) => attempt !== review.attempt);
  const all = [
    ...found,
    ...(isNamed ? [{ attempt: review.attempt, kind: currentKind(offer), earlier: null }] : []),
  ].sort((a, b) => a.attempt - b.attempt);
  const counts = { draft: 0, post: 0 };
  return all.map((each) => {
    counts[each.kind] += 1;
    const requested = review.changeRequests.find(({ attempt }) => attempt === each.attempt) ?? null;
    return { ...each, number: counts[each.kind], requested };
  });
}

/** The version of a kind to show first: the one that the offer holds, else the one that was approved last, else the newest. */
export function mainVersion(versions: readonly Version[], kind: VersionKind): Version | undefined {
  const own = versions.filter((each) => each.kind === kind);
  return (
    own.find(({ earlier }) => earlier === null) ??
    own.findLast(({ earlier }) => earlier?.approvedAt !== undefined) ??
    own.at(-1)
  );
}
