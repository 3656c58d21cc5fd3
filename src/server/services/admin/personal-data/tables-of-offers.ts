import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { dailyFigures, dailyGains, offerSpans, postSpans } from '#server/database/tables/figure-tables.ts';
import { mediaUploads, storedFiles } from '#server/database/tables/file-tables.ts';
import { earningHolds, holdAnswers } from '#server/database/tables/hold-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import {
  changeTemplates,
  offerDeliveries,
  offerMoves,
  offerReminders,
  waitingTimes,
} from '#server/database/tables/offer-tables.ts';
import { postNames, sharedPosts } from '#server/database/tables/post-tables.ts';
import { campaigns, creators, fulfillments, offers, posts, removals } from '#server/database/tables/tables.ts';
import { anonymous, type CreatorSubject, defineTreatment, kept, personal, type TableTreatment } from './fates.ts';

const ofBoth = personal('both');

/** SQL condition: answers to holds on the earnings of a creator's offers. */
const answersOf = ({ offerIds }: CreatorSubject) =>
  sql`${holdAnswers.holdId} in (select ${earningHolds.id} from ${earningHolds} where ${inArray(earningHolds.offerId, offerIds)})`;

/** Rows that belong to a brand and, through their offer, to a creator. */
function ofOffer(
  { brandId, offerId }: { brandId: PgColumn; offerId: PgColumn },
  end: 'deleted' | 'emptied',
): Pick<TableTreatment, 'creator' | 'brand'> {
  return {
    creator: { condition: ({ offerIds }) => inArray(offerId, offerIds), end },
    brand: { condition: ({ id }) => eq(brandId, id), end },
  };
}
const ofBrand = (brandId: PgColumn) =>
  ({ condition: ({ id }: { id: string }) => eq(brandId, id), end: 'emptied' }) as const;

const figures = { viewCount: anonymous, likeCount: anonymous, commentCount: anonymous, shareCount: anonymous };
const byAccount =
  (id: PgColumn) =>
  ({ creatorIds }: CreatorSubject): SQL =>
    inArray(id, creatorIds);

/** Tables with campaigns, offers, and everything that creators submit. */
export const tablesOfOffers = [
  defineTreatment(
    campaigns,
    {
      ...{ brandId: kept, id: kept, name: personal('brand'), campaignType: kept, approvalStatus: kept, status: kept },
      ...{ rejectionReason: personal('brand'), unread: anonymous, startAt: kept, endAt: kept, platforms: kept },
      ...{ tagIds: kept, dos: personal('brand', []), donts: personal('brand', []), asks: kept },
      asksForOriginals: kept,
      ...{ cpmBudgetCents: kept, feeCents: kept, workerStatus: kept, workerStartDate: kept, workerEndDate: kept },
      ...{ workerCpmCents: kept, workerBudgetCents: kept, workerViewTarget: kept, brief: personal('brand', {}) },
      ...{ requiredHashtag: personal('brand'), pausedAt: kept, resumedAt: kept, endedAt: kept },
      ...{ settledAt: kept, countedUntil: kept, spentCents: kept },
      ...{ feeCreators: kept, proposalNumber: kept, proposedAt: kept, proposalAcceptedAt: kept },
      ...{ proposalDeclinedAt: kept, proposalNote: personal('brand') },
      ...{ replacesCampaignId: kept, createdAt: kept, revision: anonymous },
    },
    { brand: ofBrand(campaigns.brandId) },
  ),
  // A creator's account outlives an erased brand, but its picture is the brand's file.
  defineTreatment(
    creators,
    {
      ...{ brandId: kept, id: kept, platform: kept, avatarUrl: ofBoth },
      username: personal('creator', sql`'erased-' || lower(${creators.id})`),
      ...{ firstName: personal('creator', ''), lastName: personal('creator', '') },
    },
    { creator: { condition: byAccount(creators.id), end: 'emptied' }, brand: ofBrand(creators.brandId) },
  ),
  defineTreatment(
    offers,
    {
      ...{ brandId: kept, id: kept, campaignId: kept, creatorId: kept, stageType: kept, stageEnteredAt: kept },
      ...{ fulfillmentId: kept, invalidationType: kept, finalPostUrl: ofBoth },
      ...{ linkGeneration: anonymous, linkSince: anonymous, createdAt: kept, updatedAt: kept, revision: anonymous },
    },
    ofOffer({ brandId: offers.brandId, offerId: offers.id }, 'emptied'),
  ),
  // Reasons and answers are between the team and a creator, so a brand’s export leaves them out.
  defineTreatment(
    earningHolds,
    {
      ...{ id: kept, brandId: kept, offerId: kept, reason: personal('creator', ''), heldAt: kept, releasedAt: kept },
      releaseNote: personal('creator'),
    },
    { creator: { condition: ({ offerIds }) => inArray(earningHolds.offerId, offerIds), end: 'emptied' } },
  ),
  defineTreatment(
    holdAnswers,
    { id: kept, holdId: kept, text: personal('creator', ''), at: kept },
    { creator: { condition: answersOf, end: 'deleted' } },
  ),
  // The books keep the earnings.
  defineTreatment(
    earnings,
    { brandId: kept, offerId: kept, campaignId: kept, amountCents: kept, settledAt: kept, payoutId: kept },
    ofOffer(earnings, 'emptied'),
  ),
  defineTreatment(
    fulfillments,
    {
      ...{ brandId: kept, id: kept, offerId: kept, attempt: kept, evidenceType: kept, rejectedFulfillmentId: kept },
      ...{ fulfillment: ofBoth, caption: ofBoth, posterUrl: ofBoth, requestedChanges: ofBoth },
      ...{ durationMs: kept, width: kept, height: kept, hasSound: kept, accountChecked: kept },
      ...{ submittedAt: kept, acceptedAt: kept, rejectedAt: kept },
    },
    ofOffer(fulfillments, 'emptied'),
  ),
  defineTreatment(
    posts,
    {
      ...{ brandId: kept, id: kept, offerId: kept, campaignId: kept, creatorId: kept, postedAt: kept },
      finalPostUrl: personal('both', sql`'erased:' || ${posts.id}`),
      ...{ viewCount: kept, likeCount: kept, commentCount: kept, shareCount: kept },
      ...{ snapshotDays: anonymous, updatedAt: kept, revision: anonymous },
    },
    ofOffer(posts, 'emptied'),
  ),
  // An erased post may be submitted again, because nothing identifies it anymore.
  defineTreatment(
    postNames,
    { platform: kept, name: ofBoth, post: ofBoth, url: ofBoth, brandId: kept, offerId: kept, createdAt: kept },
    ofOffer(postNames, 'deleted'),
  ),
  defineTreatment(
    sharedPosts,
    { platform: kept, name: ofBoth, url: ofBoth, brandId: kept, offerId: kept },
    ofOffer(sharedPosts, 'deleted'),
  ),
  defineTreatment(
    offerMoves,
    {
      ...{ brandId: kept, offerId: kept, sequence: kept, move: kept, by: kept, at: kept },
      ...{ fromStage: kept, toStage: kept, reason: ofBoth, fulfillmentId: kept },
    },
    ofOffer(offerMoves, 'emptied'),
  ),
  defineTreatment(
    offerDeliveries,
    {
      ...{ brandId: kept, offerId: kept, address: personal('creator'), carrier: kept },
      ...{ tracking: personal('creator'), sentAt: kept },
    },
    ofOffer(offerDeliveries, 'deleted'),
  ),
  defineTreatment(
    offerReminders,
    { brandId: kept, offerId: kept, waitsSince: kept, reminder: kept, at: kept },
    ofOffer(offerReminders, 'deleted'),
  ),
  // The rows are deleted soon after, with their files.
  defineTreatment(
    draftUploads,
    {
      ...{ id: kept, brandId: kept, offerId: kept, name: personal('both', ''), sizeBytes: kept, receivedBytes: kept },
      ...{ sha256: ofBoth, isRendition: kept, fingerprint: ofBoth, caption: ofBoth, state: kept, reason: ofBoth },
      ...{ orderedAt: kept, orderedBy: kept, orderedAs: kept, leaseUntil: anonymous, tries: anonymous },
      ...{ takenAt: anonymous, work: anonymous },
      ...{ fileName: ofBoth, posterName: ofBoth, durationMs: kept, width: kept, height: kept, hasSound: kept },
      ...{ isOriginalKept: personal('both', false), originalOf: kept },
      ...{ createdAt: kept, changedAt: kept, goneAt: anonymous },
      ...{ writer: anonymous, writerUntil: anonymous, isWriterUnwanted: anonymous },
    },
    ofOffer(draftUploads, 'emptied'),
  ),
  // File names are hashes, and files are deleted once no row names them.
  defineTreatment(storedFiles, {
    ...{ brandId: anonymous, name: anonymous, sizeBytes: anonymous, touchedAt: anonymous, isDraft: anonymous },
  }),
  // The rows are deleted with their files, a day later at most.
  defineTreatment(
    mediaUploads,
    {
      ...{ id: kept, brandId: kept, destination: kept, sizeBytes: kept, receivedBytes: kept, mime: kept },
      ...{ url: personal('brand'), createdAt: kept, changedAt: kept, goneAt: anonymous },
      ...{ writer: anonymous, writerUntil: anonymous, isWriterUnwanted: anonymous },
    },
    { brand: ofBrand(mediaUploads.brandId) },
  ),
  defineTreatment(removals, {
    brandId: anonymous,
    kind: anonymous,
    id: anonymous,
    removedAt: anonymous,
    revision: anonymous,
  }),
  defineTreatment(waitingTimes, {
    id: anonymous,
    offeredDays: anonymous,
    submitDays: anonymous,
    reviewDays: anonymous,
  }),
  defineTreatment(changeTemplates, {
    ...{ name: anonymous, title: anonymous, description: anonymous, position: anonymous, retiredAt: anonymous },
  }),
  // Billing is based on these view counts.
  defineTreatment(dailyFigures, {
    brandId: anonymous,
    postId: anonymous,
    day: anonymous,
    ...figures,
    revision: anonymous,
  }),
  defineTreatment(dailyGains, {
    ...{ brandId: anonymous, subjectId: anonymous, day: anonymous, ...figures, postsUpdatedAt: anonymous },
  }),
  defineTreatment(postSpans, {
    ...{ brandId: anonymous, subjectId: anonymous, postedDay: anonymous },
    ...{ firstDay: anonymous, lastDay: anonymous, posts: anonymous },
  }),
  defineTreatment(offerSpans, {
    ...{ brandId: anonymous, subjectId: anonymous, firstDay: anonymous, lastDay: anonymous, offers: anonymous },
  }),
];
