import type { ChangeRequest, EarlierVersion, EvidenceType, Offer } from '#contract/brand/offer.ts';

export type VersionKind = 'draft' | 'post';

/** A submission of an offer that can be viewed. */
export interface Version {
  attempt: number;
  kind: VersionKind;
  /** Drafts and posts are numbered separately, each from 1. */
  number: number;
  /** Null for the offer's current submission, which may not have arrived yet. */
  earlier: EarlierVersion | null;
  requested: ChangeRequest | null;
}

const kindOf = (evidenceType: EvidenceType): VersionKind => (evidenceType === 'PUBLISHED_VIDEO_URL' ? 'post' : 'draft');

/** Kind of the offer's current or expected submission. */
function currentKind({ finalPostUrl, currentStage: { fulfillment } }: Offer): VersionKind {
  return finalPostUrl === null && fulfillment !== null ? kindOf(fulfillment.evidenceType) : 'post';
}

/** All submissions of an offer, oldest first; empty if only the current one is known. */
export function versionsOf(offer: Offer): Version[] {
  const { review } = offer;
  if (review?.earlier === undefined) return [];
  const found = review.earlier.map((earlier) => ({
    attempt: earlier.attempt,
    kind: kindOf(earlier.evidenceType),
    earlier,
  }));
  // An offer that ended without a current submission has only earlier ones.
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

/** The version of a kind to show first: the current one, otherwise the last approved one, otherwise the newest. */
export function mainVersion(versions: readonly Version[], kind: VersionKind): Version | undefined {
  const own = versions.filter((each) => each.kind === kind);
  return (
    own.find(({ earlier }) => earlier === null) ??
    own.findLast(({ earlier }) => earlier?.approvedAt !== undefined) ??
    own.at(-1)
  );
}
