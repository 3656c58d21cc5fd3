import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { paymentKinds, paymentStatuses } from '#contract/brand/billing.ts';
import type { OnboardingStep } from '#contract/brand/brand.ts';
import { approvalStatuses } from '#contract/brand/brand.ts';
import type { CampaignStep, SocialPlatform } from '#contract/brand/campaign.ts';
import { campaignStatuses, campaignTypes, socialPlatforms, workerStatuses } from '#contract/brand/campaign.ts';
import { evidenceTypes, offerStageTypes } from '#contract/brand/offer.ts';
import type { RequestedChange } from '#contract/brand/requested-changes.ts';
import { cents, daySet, id, instant, revision, tally, textArray } from './columns.ts';

/** An earlier epoch of a brand's history, and the last revision that the current epoch shares with it. */
export interface FeedFork {
  epoch: string;
  revision: number;
}

// Keys of a brand's tables begin with brand_id: BrandScope scopes queries by it, and docs/distribute.sql shards by it.
// Rows carry the brand's revision that last changed them, for the feed of changes.

export const brands = pgTable(
  'brands',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** Lowercase. */
    email: text().notNull(),
    passwordHash: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    approvalStatus: text({ enum: approvalStatuses }).notNull().default('PENDING'),
    /** Time at which an approved brand was suspended. Its approval status is REJECTED until it is reinstated. */
    suspendedAt: instant(),
    suspensionReason: text(),
    iconUrl: text(),
    description: text(),
    brandUrl: text(),
    storeLocatorUrl: text(),
    tikTokHandle: text(),
    youtubeHandle: text(),
    instagramHandle: text(),
    facebookHandle: text(),
    requiredHashtag: text(),
    /** Shown on statements. */
    companyName: text(),
    companyAddress: text(),
    taxNumber: text(),
    cpmCents: cents().notNull(),
    onboarding: jsonb().$type<Partial<Record<OnboardingStep, boolean>>>().notNull().default({}),
    postNotificationsEnabled: boolean().notNull().default(true),
    loginNotificationsEnabled: boolean().notNull().default(true),
    createdAt: instant().notNull().defaultNow(),
    /** Days without the brand's decision after which the team may decide on a submission for it; null if it never may. */
    silentDays: integer(),
    /** Time at which the email was verified. The wait for approval begins then. */
    emailVerifiedAt: instant(),
    /** Submissions and posts up to this time have been considered for an activity email; null before the first check. */
    activityMailedAt: instant(),
    /** Counts the brand's writes. Allocating the next revision locks the row, which serializes the brand's writers. */
    revision: bigint({ mode: 'number' }).notNull().default(1),
    /** The revision that last changed the response of `GET brands/current`, including balances. */
    shownRevision: bigint({ mode: 'number' }).notNull().default(1),
    /** Identifies this history of revisions. Cursors of other epochs have expired, except for those that `feedForks` covers. */
    feedEpoch: text().notNull().default(sql`substr(md5(random()::text), 1, 12)`),
    /** Cursors before this revision have expired, because older removals were deleted. */
    feedFloor: bigint({ mode: 'number' }).notNull().default(0),
    /** WAL timeline of the brand's last write, see history.ts. */
    feedTimeline: text().notNull().default(sql`wal_timeline()`),
    /** Earlier epochs whose revisions this history shares, newest first. */
    feedForks: jsonb().$type<FeedFork[]>().notNull().default([]),
  },
  (table) => [uniqueIndex('brands_email').on(table.email)],
);

/** One login on one device: a family of refresh tokens. Tokens are derived, see services/accounts/sessions/refresh-tokens.ts. */
export const sessions = pgTable(
  'sessions',
  {
    id: id().primaryKey(),
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    /** Number of the newest refresh token. */
    generation: integer().notNull().default(1),
    userAgent: text(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (table) => [index('sessions_brand').on(table.brandId), index('sessions_expiry').on(table.expiresAt)],
);

/** Failed attempts within a time window; `subject` is a hash. */
export const attempts = pgTable('attempts', {
  subject: text().primaryKey(),
  count: integer().notNull(),
  windowEndsAt: instant().notNull(),
});

/** Tags of campaigns and creators, shared by all brands. */
export const tags = pgTable('tags', {
  id: id().primaryKey(),
  name: text().notNull().unique(),
  position: integer().notNull().default(0),
  /** Set once retired: no longer offered, but campaigns that have it keep it. */
  retiredAt: instant(),
});

/** Texts and media for creators, in addition to the dos and don'ts. */
export interface CampaignBrief {
  media?: { videoUrl?: string | undefined; imageUrl?: string | undefined; size: 'story' }[];
  postingMedia?: string | null;
  talkingPoints?: string[];
  extraNotes?: string | null;
  captions?: string[];
  hasCustomCaption?: boolean;
  isCustomContent?: boolean;
  /** The product that creators of a DROP campaign receive. */
  product?: string | null;
}

export const campaigns = pgTable(
  'campaigns',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    id: id().notNull(),
    name: text(),
    campaignType: text({ enum: campaignTypes }).notNull().default('CPM'),
    approvalStatus: text({ enum: approvalStatuses }).notNull().default('PENDING'),
    status: text({ enum: campaignStatuses }).notNull().default('ACTIVE'),
    rejectionReason: text(),
    unread: boolean().notNull().default(false),
    startAt: instant().notNull(),
    endAt: instant(),
    platforms: text().array().$type<SocialPlatform[]>().notNull().default([]),
    tagIds: textArray(),
    dos: textArray(),
    donts: textArray(),
    /** Steps required of its creators; null for its type's defaults. */
    asks: text().array().$type<CampaignStep[]>(),
    /** True if the brand also gets the originals of approved videos. */
    asksForOriginals: boolean().notNull().default(false),
    cpmBudgetCents: cents(),
    /** Fee per post of a flat-fee campaign; null until the team has set it. */
    feeCents: cents(),
    /**
     * The team's latest flat-fee proposal to the brand: `feeCents` per post for up to `feeCreators` creators. All are
     * null if there is no proposal. Accepting it reserves its cost. Proposals are numbered from 1.
     */
    feeCreators: integer(),
    proposalNumber: integer(),
    proposedAt: instant(),
    proposalAcceptedAt: instant(),
    proposalDeclinedAt: instant(),
    /** The brand's note on declining, if any. */
    proposalNote: text(),
    /** The worker's columns are null until the campaign is approved. Without a budget, its amounts and target stay null. */
    workerStatus: text({ enum: workerStatuses }),
    workerStartDate: instant(),
    workerEndDate: instant(),
    workerCpmCents: cents(),
    workerBudgetCents: cents(),
    workerViewTarget: tally(),
    /** Hashtag required in its posts: the brand's at the time of approval. */
    requiredHashtag: text(),
    /**
     * Time at which the brand paused it; null unless paused. Creators' deadlines never start before the last resumption.
     */
    pausedAt: instant(),
    resumedAt: instant(),
    /** Time at which it ended or was archived; null until then. */
    endedAt: instant(),
    /** Time of the settlement, the last day whose views were charged, and their cost; null until settled. */
    settledAt: instant(),
    countedUntil: date({ mode: 'string' }),
    spentCents: cents(),
    brief: jsonb().$type<CampaignBrief>().notNull().default({}),
    replacesCampaignId: id(),
    createdAt: instant().notNull().defaultNow(),
    revision: revision(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    index('campaigns_newest').on(table.brandId, table.createdAt, table.id),
    index('campaigns_changes').on(table.brandId, table.revision, table.id),
  ],
);

/** A creator's account on a platform, as one brand knows it. */
export const creators = pgTable(
  'creators',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    /** `socialAccountId` in the API. */
    id: id().notNull(),
    platform: text({ enum: socialPlatforms }).notNull(),
    username: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    avatarUrl: text(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    uniqueIndex('creators_username').on(table.brandId, table.platform, sql`lower(${table.username})`),
  ],
);

export const offers = pgTable(
  'offers',
  {
    brandId: id().notNull(),
    id: id().notNull(),
    campaignId: id().notNull(),
    creatorId: id().notNull(),
    stageType: text({ enum: offerStageTypes }).notNull(),
    stageEnteredAt: instant().notNull(),
    /** The current stage's fulfillment; null before the stages that require evidence. */
    fulfillmentId: id(),
    invalidationType: text(),
    finalPostUrl: text(),
    /** Generations of the creator's links: the newest, and the oldest that is still valid; see services/creators/links.ts. */
    linkGeneration: integer().notNull().default(1),
    linkSince: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull(),
    revision: revision(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    // A creator's link contains only the offer's ID, not the brand's.
    index('offers_by_id').on(table.id),
    foreignKey({
      columns: [table.brandId, table.campaignId],
      foreignColumns: [campaigns.brandId, campaigns.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.brandId, table.creatorId], foreignColumns: [creators.brandId, creators.id] }),
    index('offers_newest').on(table.brandId, table.updatedAt, table.id),
    index('offers_of_campaign').on(table.brandId, table.campaignId, table.updatedAt, table.id),
    index('offers_of_creator').on(table.brandId, table.creatorId),
    index('offers_changes').on(table.brandId, table.revision, table.id),
    // For the team's digest of offers, across brands, that have been waiting too long for the team or a brand.
    index('offers_with_team_or_brand')
      .on(table.stageEnteredAt)
      .where(
        sql`${table.stageType} in ('AWAITING_PARENT_CONTRACT', 'AWAITING_CONTRACT', 'AWAITING_PACKAGE', 'AWAITING_CUSTOM_CAPTION_CLEARANCE', 'AWAITING_EVIDENCE_CLEARANCE', 'AWAITING_EARNING_CLEARANCE') and ${table.invalidationType} is null`,
      ),
    // For the clock that expires offers, across brands, whose creators took too long.
    index('offers_waiting')
      .on(table.stageEnteredAt)
      .where(
        sql`${table.stageType} in ('OFFERED', 'SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE') and ${table.invalidationType} is null`,
      ),
  ],
);

/**
 * A creator's submission: a draft or a post link. An offer's fulfillments are the history of its review. Changing one
 * counts as a change of its offer.
 */
export const fulfillments = pgTable(
  'fulfillments',
  {
    brandId: id().notNull(),
    id: id().notNull(),
    offerId: id().notNull(),
    /** Numbers the offer's submissions from 1, including captions; the numbers shown to users exclude captions. */
    attempt: integer().notNull(),
    evidenceType: text({ enum: evidenceTypes }).notNull(),
    /** URL of the draft or the post; null until submitted. */
    fulfillment: text(),
    rejectedFulfillmentId: id(),
    caption: text(),
    posterUrl: text(),
    /** Metadata of an inspected draft: its duration and its size as displayed. */
    durationMs: integer(),
    width: integer(),
    height: integer(),
    hasSound: boolean(),
    /**
     * True if the platform or the link named the offer's account, false if they named a different one; null if neither
     * did, or it wasn't recorded.
     */
    accountChecked: boolean(),
    submittedAt: instant(),
    acceptedAt: instant(),
    rejectedAt: instant(),
    requestedChanges: jsonb().$type<RequestedChange[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('fulfillments_attempt').on(table.brandId, table.offerId, table.attempt),
  ],
);

/** A published post of an offer. The four counts are its latest day's. */
export const posts = pgTable(
  'posts',
  {
    brandId: id().notNull(),
    id: id().notNull(),
    offerId: id().notNull(),
    campaignId: id().notNull(),
    creatorId: id().notNull(),
    postedAt: instant().notNull(),
    finalPostUrl: text().notNull(),
    viewCount: tally().notNull().default(0),
    likeCount: tally().notNull().default(0),
    commentCount: tally().notNull().default(0),
    shareCount: tally().notNull().default(0),
    /** Days with figures, so that a period's posts can be found without reading the figures. */
    snapshotDays: daySet().notNull().default(sql`'{}'`),
    /** Never decreases. */
    updatedAt: instant().notNull(),
    revision: revision(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    foreignKey({ columns: [table.brandId, table.offerId], foreignColumns: [offers.brandId, offers.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.brandId, table.creatorId], foreignColumns: [creators.brandId, creators.id] }),
    uniqueIndex('posts_url').on(table.brandId, table.campaignId, table.finalPostUrl),
    index('posts_newest').on(table.brandId, table.postedAt, table.id),
    index('posts_of_campaign').on(table.brandId, table.campaignId, table.postedAt, table.id),
    index('posts_of_offer').on(table.brandId, table.offerId),
    index('posts_changes').on(table.brandId, table.revision, table.id),
  ],
);

export const payments = pgTable(
  'payments',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    id: id().notNull(),
    /** Negative if a campaign was funded, or according to `kind`. */
    amountCents: cents().notNull(),
    /** Null if the sign of the amount implies it. */
    kind: text({ enum: [...paymentKinds, 'SETTLEMENT'] }),
    methodTitle: text().notNull(),
    methodSubtitle: text(),
    status: text({ enum: paymentStatuses }).notNull(),
    statusReason: text(),
    campaignId: id(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull(),
    revision: revision(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    index('payments_newest').on(table.brandId, table.updatedAt, table.id),
    index('payments_changes').on(table.brandId, table.revision, table.id),
  ],
);

export const removalKinds = ['campaign', 'offer', 'payment', 'post'] as const;

/** Deleted records, for devices that still have them. */
export const removals = pgTable(
  'removals',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    kind: text({ enum: removalKinds }).notNull(),
    id: id().notNull(),
    removedAt: instant().notNull().defaultNow(),
    revision: revision(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.kind, table.id] }),
    index('removals_changes').on(table.brandId, table.revision, table.id),
  ],
);
