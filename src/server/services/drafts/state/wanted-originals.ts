import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { OriginalState } from '#contract/creator/creator.ts';
import { hasEnded } from '#domain/offers/offer-situation.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { campaigns, fulfillments, offers } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { fileNamesIn } from '#server/services/files/names.ts';
import { toDraftState } from './draft-state.ts';

type UploadRow = typeof draftUploads.$inferSelect;

/** True if the offer's campaign asks for originals. */
export async function asksForOriginals({ db, own }: BrandScope, offerId: string): Promise<boolean> {
  const isOfOffer = and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId));
  const [campaign] = await db
    .select({ asks: campaigns.asksForOriginals })
    .from(offers)
    .innerJoin(campaigns, isOfOffer)
    .where(own(offers, eq(offers.id, offerId)));
  return campaign?.asks ?? false;
}

/** Returns the newest upload that was or is about to be submitted; null if there is none. Its row is deleted after a day. */
async function newestDraft({ db, own }: BrandScope, offerId: string): Promise<UploadRow | null> {
  const isDraft = and(eq(draftUploads.offerId, offerId), isNull(draftUploads.originalOf), isNull(draftUploads.goneAt));
  const [row] = await db
    .select()
    .from(draftUploads)
    .where(own(draftUploads, isDraft, inArray(draftUploads.state, ['ORDERED', 'READY'])))
    .orderBy(desc(draftUploads.orderedAt), desc(draftUploads.id))
    .limit(1);
  return row ?? null;
}

/** False if the brand has sent the draft back or its offer has ended, so the original isn't needed. */
async function isOfUse({ db, own }: BrandScope, { offerId, fileName }: UploadRow): Promise<boolean> {
  const [offer] = await db
    .select({ stage: offers.stageType, invalidationType: offers.invalidationType })
    .from(offers)
    .where(own(offers, eq(offers.id, offerId)));
  if (offer === undefined || hasEnded(offer)) return false;
  const isReturned = and(eq(fulfillments.offerId, offerId), isNotNull(fulfillments.rejectedAt));
  const returned = await db
    .select({ video: fulfillments.fulfillment })
    .from(fulfillments)
    .where(own(fulfillments, isReturned));
  return fileName === null || !returned.some(({ video }) => fileNamesIn(video ?? '').includes(fileName));
}

/**
 * Returns the draft whose original may be uploaded.
 * @throws {ApiError} 403 if the campaign asks for no originals, the draft isn't the newest or is no longer needed, or
 * its original is already stored
 */
export async function requireOriginalWanted(
  scope: BrandScope,
  { offerId, originalOf }: { offerId: string; originalOf: string },
): Promise<UploadRow> {
  if (!(await asksForOriginals(scope, offerId))) throw refused('This campaign doesn’t ask for originals.');
  const draft = await newestDraft(scope, offerId);
  if (draft?.id !== originalOf || !draft.isRendition) {
    throw refused('The brand no longer needs this original: you replaced its draft.');
  }
  if (!(await isOfUse(scope, draft))) {
    throw refused('The brand no longer needs this original.');
  }
  const original = await originalOfDraft(scope, offerId, draft);
  if (original?.isOriginalKept) throw refused('You already sent the original of this draft.');
  return draft;
}

/** Discards an offer's original uploads in progress, because another replaces them or they are no longer needed. */
export async function dropOriginals({ db, own }: BrandWriter, { offerId, now }: { offerId: string; now: Date }) {
  const isOnItsWay = and(
    isNotNull(draftUploads.originalOf),
    isNull(draftUploads.goneAt),
    ne(draftUploads.state, 'READY'),
  );
  await db
    .update(draftUploads)
    .set({ goneAt: now })
    .where(own(draftUploads, eq(draftUploads.offerId, offerId), isOnItsWay));
}

/**
 * Returns the upload of a draft's original: the draft itself if it was uploaded as recorded. If the drafts are
 * deleted, returns the newest original.
 */
async function originalOfDraft(
  { db, own }: BrandScope,
  offerId: string,
  draft: UploadRow | null,
): Promise<UploadRow | null> {
  if (draft?.isOriginalKept) return draft;
  const isOriginal = and(isNotNull(draftUploads.originalOf), isNull(draftUploads.goneAt));
  const [row] = await db
    .select()
    .from(draftUploads)
    .where(own(draftUploads, eq(draftUploads.offerId, offerId), isOriginal))
    .orderBy(desc(draftUploads.createdAt), desc(draftUploads.id))
    .limit(1);
  return row !== undefined && (draft === null || row.originalOf === draft.id) ? row : null;
}

/**
 * Returns the state of the latest submitted draft's original, for an offer whose campaign asks for originals; null if
 * none can be uploaded anymore.
 */
export async function readOriginalState(scope: BrandScope, offerId: string): Promise<OriginalState | null> {
  const draft = await newestDraft(scope, offerId);
  if (draft !== null && !(await isOfUse(scope, draft))) return null;
  const original = await originalOfDraft(scope, offerId, draft);
  if (original?.isOriginalKept) return { state: 'kept', name: original.name };
  if (original !== null) return toDraftState(original);
  return draft?.isRendition ? { state: 'owed', draftId: draft.id } : null;
}

const refused = (message: string) => new ApiError('forbidden', message);
