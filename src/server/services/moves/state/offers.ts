import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type {
  EarlierVersion,
  Fulfillment,
  listOffers,
  Offer,
  OfferEvent,
  OfferStageType,
} from '#contract/brand/offer.ts';
import type { RequestedChange } from '#contract/brand/requested-changes.ts';
import type { RequestOf } from '#contract/wire/endpoint.ts';
import type { Page } from '#contract/wire/page.ts';
import { changeNotes, templateNamesOf } from '#domain/offers/change-templates.ts';
import { priorityStages } from '#domain/offers/offer-order.ts';
import { canReview } from '#domain/offers/offer-stage.ts';
import { namesAccount } from '#domain/posts/post-link-check.ts';
import { dueOf } from '#domain/review/review-due.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { offerMoves } from '#server/database/tables/offer-tables.ts';
import { brands, creators, fulfillments, offers } from '#server/database/tables/tables.ts';
import { notFound } from '#server/errors/api-error.ts';
import { offsetOf, pageOf } from '#server/services/shared/paging.ts';
import { readOriginals } from './originals.ts';
import { approvedDraft, isCaptionAttempt, readWaitingTimes } from './situations.ts';

type OfferQuery = RequestOf<typeof listOffers>['query'];
type OfferRow = typeof offers.$inferSelect;
export type MoveRow = typeof offerMoves.$inferSelect;
type CreatorRow = typeof creators.$inferSelect;
export type FulfillmentRow = typeof fulfillments.$inferSelect;

/**
 * Returns a page of offers, in the domain's `offerOrder`. An empty list of stages doesn't filter, like a missing list.
 */
export async function readOfferPage(scope: BrandScope, query: OfferQuery): Promise<Page<Offer>> {
  const { campaignId, offerStageType } = query;
  const where = scope.own(
    offers,
    campaignId === undefined ? undefined : eq(offers.campaignId, campaignId),
    offerStageType?.length ? isListedUnder(offerStageType) : undefined,
  );
  const rows = await selectOffers(scope, where, priorityStages(query)).limit(query.pageSize).offset(offsetOf(query));
  const [counted] = await scope.db.select({ total: count() }).from(offers).where(where);
  return pageOf(await toOffers(scope, rows), counted?.total ?? 0, query);
}

/** The domain's `listedStage` as an SQL condition: invalidated offers are listed only as such. */
const isListedUnder = (stages: readonly OfferStageType[]): SQL => {
  const isInStage = sql`(${offers.invalidationType} is null and ${inArray(offers.stageType, [...stages])})`;
  return stages.includes('INVALIDATED') ? sql`(${isInStage} or ${isNotNull(offers.invalidationType)})` : isInStage;
};

/** The domain's `canReview` as an SQL condition: a submission is awaiting the brand's review. */
export const isUnderReview = (): SQL | undefined =>
  and(
    eq(offers.stageType, 'AWAITING_EVIDENCE_CLEARANCE'),
    isNotNull(offers.fulfillmentId),
    isNull(offers.invalidationType),
  );

/** @throws {ApiError} 404 */
export async function readOffer(scope: BrandScope, id: string): Promise<Offer> {
  const [offer] = await readOffersById(scope, [id]);
  if (offer === undefined) throw notFound('Offer not found.');
  return offer;
}

/** Returns the existing offers among these ids, most recently updated first. */
export async function readOffersById(scope: BrandScope, ids: readonly string[]): Promise<Offer[]> {
  return ids.length === 0 ? [] : readOffers(scope, inArray(offers.id, [...ids]));
}

/** Returns offers that meet the conditions, most recently updated first. */
export async function readOffers(scope: BrandScope, ...conditions: (SQL | undefined)[]): Promise<Offer[]> {
  return toOffers(scope, await selectOffers(scope, scope.own(offers, ...conditions)));
}

const selectOffers = (scope: BrandScope, where: SQL | undefined, first: readonly OfferStageType[] = []) =>
  scope.db
    .select({ offer: offers, creator: creators })
    .from(offers)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .where(where)
    .orderBy(...(first.length > 0 ? [desc(isListedUnder(first))] : []), desc(offers.updatedAt), desc(offers.id));

async function toOffers(scope: BrandScope, rows: { offer: OfferRow; creator: CreatorRow }[]): Promise<Offer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ offer }) => offer.id);
  const tries = await scope.db
    .select()
    .from(fulfillments)
    .where(scope.own(fulfillments, inArray(fulfillments.offerId, ids)))
    .orderBy(asc(fulfillments.attempt));
  const triesOf = new Map<string, FulfillmentRow[]>(ids.map((id) => [id, []]));
  for (const row of tries) triesOf.get(row.offerId)?.push(row);
  const histories = await readHistories(scope, ids);
  const originals = await readOriginals(scope, tries);
  const terms = await readReviewTerms(scope);
  return rows.map(({ offer, creator }) => {
    const history = histories.get(offer.id) ?? [];
    const original = originals.get(offer.id);
    return {
      ...withDue(toOffer(offer, creator, triesOf.get(offer.id) ?? []), terms),
      ...(history.length > 0 ? { history: history.slice(-maxMoves).map(toEvent) } : {}),
      ...(original ? { original: { name: original.name, sizeBytes: original.sizeBytes } } : {}),
    };
  });
}

/** Returns the brand's review deadlines. */
export async function readReviewTerms({ db, brandId }: Pick<BrandScope, 'db' | 'brandId'>): Promise<ReviewTerms> {
  const [brand] = await db.select({ silentDays: brands.silentDays }).from(brands).where(eq(brands.id, brandId));
  const { reviewDays } = await readWaitingTimes(db);
  return { silentDays: brand?.silentDays ?? null, reviewDays };
}

type ReviewTerms = Parameters<typeof dueOf>[1];

/** Adds the time at which the review is due, if the offer is in review and has a deadline. */
function withDue(offer: Offer, terms: ReviewTerms): Offer {
  const due = canReview(offer) ? dueOf(new Date(offer.currentStage.enteredAt), terms) : null;
  if (due === null || offer.review === undefined) return offer;
  return { ...offer, review: { ...offer.review, dueAt: due.dueAt.toISOString(), afterDue: due.afterDue } };
}

/** Returns the history of each of these offers, oldest first. */
export async function readHistories(scope: BrandScope, offerIds: readonly string[]): Promise<Map<string, MoveRow[]>> {
  const histories = new Map<string, MoveRow[]>(offerIds.map((id) => [id, []]));
  const rows = await scope.db
    .select()
    .from(offerMoves)
    .where(scope.own(offerMoves, inArray(offerMoves.offerId, [...offerIds])))
    .orderBy(asc(offerMoves.offerId), asc(offerMoves.sequence));
  for (const row of rows) histories.get(row.offerId)?.push(row);
  return histories;
}

/** Caps the history in a response, since a creator may resubmit without limit. */
const maxMoves = 40;

export const toEvent = ({ move, by, at, toStage, reason }: MoveRow): OfferEvent => ({
  ...{ move, by, at: at.toISOString(), stage: toStage },
  ...(reason === null ? {} : { reason }),
});

function toOffer(offer: OfferRow, creator: CreatorRow, tries: FulfillmentRow[]): Offer {
  const current = tries.find(({ id }) => id === offer.fulfillmentId) ?? null;
  return {
    id: offer.id,
    campaignId: offer.campaignId,
    user: { firstName: creator.firstName, lastName: creator.lastName },
    socialAccount: { platform: creator.platform, username: creator.username, avatarUrl: creator.avatarUrl },
    currentStage: {
      type: offer.stageType,
      enteredAt: offer.stageEnteredAt.toISOString(),
      fulfillment: current && toFulfillment(current, creator),
    },
    invalidationType: offer.invalidationType,
    finalPostUrl: offer.finalPostUrl,
    updatedAt: offer.updatedAt.toISOString(),
    ...(canTakeBack(offer, current, tries) ? { canTakeBack: true } : {}),
    ...(tries.length > 0 ? { review: toReview(current, tries, creator) } : {}),
  };
}

/** True if `moveRefusal` allows the brand's take-back. */
const canTakeBack = (
  { stageType, invalidationType }: OfferRow,
  current: FulfillmentRow | null,
  tries: FulfillmentRow[],
): boolean => stageType === 'SUBMIT_EVIDENCE' && invalidationType === null && approvedDraft(tries, current) !== null;

/** Number of the last draft, if links followed it. */
function draftsBeforeLinks(versions: FulfillmentRow[]): { draftAttempts?: number } {
  const drafts = versions.findLastIndex(({ evidenceType }) => evidenceType === 'VIDEO_WITH_CAPTION') + 1;
  return drafts > 0 && versions.length > drafts ? { draftAttempts: drafts } : {};
}

const toFulfillment = (row: FulfillmentRow, account: CreatorRow): Fulfillment => ({
  id: row.id,
  rejectedFulfillmentId: row.rejectedFulfillmentId,
  ...toSubmitted(row, account),
});

const toSubmitted = (row: FulfillmentRow, account: CreatorRow) => ({
  evidenceType: row.evidenceType,
  fulfillment: row.fulfillment,
  metadata: {
    caption: row.caption,
    ...(row.posterUrl === null ? {} : { posterUrl: row.posterUrl }),
    ...mediaOf(row),
    ...(row.evidenceType === 'PUBLISHED_VIDEO_URL' && row.fulfillment !== null
      ? { accountChecked: row.accountChecked ?? namesAccount(row.fulfillment, account) }
      : {}),
  },
});

const mediaOf = ({ durationMs, width, height, hasSound }: FulfillmentRow) =>
  durationMs === null || width === null || height === null || hasSound === null
    ? {}
    : { durationMs, width, height, hasSound };

function notesOf(changes: readonly RequestedChange[]) {
  const notes = changeNotes(changes);
  return notes.length === 0 ? {} : { notes };
}

/** Versions are numbered from 1, excluding captions that were cleared before filming, which have number 0. */
function toReview(
  shown: FulfillmentRow | null,
  tries: FulfillmentRow[],
  account: CreatorRow,
): NonNullable<Offer['review']> {
  const versions = tries.filter((each) => !isCaptionAttempt(each));
  const current = shown ?? tries.at(-1);
  return {
    attempt: current === undefined ? versions.length : versions.indexOf(current) + 1,
    ...draftsBeforeLinks(versions),
    submittedAt: current?.submittedAt?.toISOString() ?? null,
    changeRequests: versions.flatMap(({ rejectedAt, requestedChanges }, index) =>
      rejectedAt === null || requestedChanges === null
        ? []
        : [
            {
              attempt: index + 1,
              requestedAt: rejectedAt.toISOString(),
              templateNames: templateNamesOf(requestedChanges),
              ...notesOf(requestedChanges),
            },
          ],
    ),
    ...earlierOf(versions, shown, account),
  };
}

/** Returns submitted versions except the one that the offer itself shows. */
function earlierOf(
  versions: FulfillmentRow[],
  shown: FulfillmentRow | null,
  account: CreatorRow,
): { earlier?: EarlierVersion[] } {
  const earlier = versions.flatMap((row, index) =>
    row === shown || row.submittedAt === null
      ? []
      : [
          {
            attempt: index + 1,
            submittedAt: row.submittedAt.toISOString(),
            ...(row.acceptedAt === null ? {} : { approvedAt: row.acceptedAt.toISOString() }),
            ...toSubmitted(row, account),
          },
        ],
  );
  return earlier.length > 0 ? { earlier } : {};
}
