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

/** An earlier epoch of a brand's history, and the last of its revisions that this history shares with it. */
export interface FeedFork {
  epoch: string;
  revision: number;
}

// Tables of a brand's data lead their keys with brand_id: one door scopes queries by it, and docs/distribute.sql distributes
// them by it. Rows carry the brand's revision in which they last changed: the feed of changes reads by it.

export const brands = pgTable(
  'brands',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull(),
    passwordHash: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    approvalStatus: text({ enum: approvalStatuses }).notNull().default('PENDING'),
    /** When an approved brand was suspended; its approval status is REJECTED until it is reinstated. */
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
    /** Days without the brand's decision after which the provider may decide on a submission for it; null: never. */
    silentDays: integer(),
    /** Since when it waits for the provider's approval. */
    emailVerifiedAt: instant(),
    /** New submissions and posts up to here were looked at for a mail; null before the first time. */
    activityMailedAt: instant(),
    /** Counts the brand's writes; taking the next one locks the row and so puts the brand's writers in order. */
    revision: bigint({ mode: 'number' }).notNull().default(1),
    /** The revision in which what `GET brands/current` shows last changed, its balances included. */
    shownRevision: bigint({ mode: 'number' }).notNull().default(1),
    /** Identifies this history of revisions: a cursor of another one has expired. */
    feedEpoch: text().notNull().default(sql`substr(md5(random()::text), 1, 12)`),
    /** Cursors from before this revision have expired, for removals older than it are forgotten. */
    feedFloor: bigint({ mode: 'number' }).notNull().default(0),
    /** Timeline of the database's log in which the brand was last written, see history.ts. */
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

/** Failed tries in a window of time; `subject` is a hash. */
export const attempts = pgTable('attempts', {
  subject: text().primaryKey(),
  count: integer().notNull(),
  windowEndsAt: instant().notNull(),
});

/** Shared by all brands. */
export const tags = pgTable('tags', {
  id: id().primaryKey(),
  name: text().notNull().unique(),
  position: integer().notNull().default(0),
  /** When it was retired: it is no longer offered, and campaigns that have it keep showing it. */
  retiredAt: instant(),
});

/** Texts and media for creators besides the do's and don'ts. */
export interface CampaignBrief {
  media?: { videoUrl?: string | undefined; imageUrl?: string | undefined; size: 'story' }[];
  postingMedia?: string | null;
  talkingPoints?: string[];
  extraNotes?: string | null;
  captions?: string[];
  hasCustomCaption?: boolean;
  isCustomContent?: boolean;
  /** The product that creators of a DROP campaign get. */
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
    /** Steps that its creators are asked for; null: those that are usual for its type. */
    asks: text().array().$type<CampaignStep[]>(),
    /** True if its brand is given the originals of approved videos, too. */
    asksForOriginals: boolean().notNull().default(false),
    cpmBudgetCents: cents(),
    /** Fee for each post of a campaign with a flat fee; null until the provider has set it. */
    feeCents: cents(),
    /**
     * The provider's newest proposal of a flat fee to the brand: `feeCents` for each post of up to `feeCreators` creators. All are null
     * without one; with one that was accepted, the brand has set its cost aside. Its number counts from 1.
     */
    feeCreators: integer(),
    proposalNumber: integer(),
    proposedAt: instant(),
    proposalAcceptedAt: instant(),
    proposalDeclinedAt: instant(),
    /** The brand's words to the team, where it declined with some. */
    proposalNote: text(),
    /** The worker's columns are all null until the campaign is approved; without a budget its money and target stay null. */
    workerStatus: text({ enum: workerStatuses }),
    workerStartDate: instant(),
    workerEndDate: instant(),
    workerCpmCents: cents(),
    workerBudgetCents: cents(),
    workerViewTarget: tally(),
    /** The hashtag that its posts have to carry: the brand's when the campaign was approved. */
    requiredHashtag: text(),
    /** When its brand paused it; null unless it is paused. Deadlines of its creators count from the last resumption at the earliest. */
    pausedAt: instant(),
    resumedAt: instant(),
    /** Time at which it ended or was archived; null before that. */
    endedAt: instant(),
    /** The time of its settlement, the last day whose views cost anything, and their cost; null until it is settled. */
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

/** An account of a creator on a platform, as one brand knows it. */
export const creators = pgTable(
  'creators',
  {
    brandId: id()
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    /** Goes over the wire as `socialAccountId`. */
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
    /** The fulfillment of the current stage; null before the stages that take evidence. */
    fulfillmentId: id(),
    invalidationType: text(),
    finalPostUrl: text(),
    /** The newest of the creator’s links, and the oldest that still opens; see services/creators/links.ts. */
    linkGeneration: integer().notNull().default(1),
    linkSince: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull(),
    revision: revision(),
  },
  (table) => [
    primaryKey({ columns: [table.brandId, table.id] }),
    // A creator's link names the offer alone.
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
    // The team is notified of offers, of all brands, that have waited too long for it or for their brand.
    index('offers_with_team_or_brand')
      .on(table.stageEnteredAt)
      .where(
        sql`${table.stageType} in ('AWAITING_PARENT_CONTRACT', 'AWAITING_CONTRACT', 'AWAITING_PACKAGE', 'AWAITING_CUSTOM_CAPTION_CLEARANCE', 'AWAITING_EVIDENCE_CLEARANCE', 'AWAITING_EARNING_CLEARANCE') and ${table.invalidationType} is null`,
      ),
    // The clock expires offers, of all brands, that have waited too long for their creator.
    index('offers_waiting')
      .on(table.stageEnteredAt)
      .where(
        sql`${table.stageType} in ('OFFERED', 'SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'SUBMIT_EVIDENCE') and ${table.invalidationType} is null`,
      ),
  ],
);

/**
 * One submission of a creator, a draft or a post link; they make up the history of an offer's review. A change of one is a change
 * of its offer.
 */
export const fulfillments = pgTable(
  'fulfillments',
  {
    brandId: id().notNull(),
    id: id().notNull(),
    offerId: id().notNull(),
    /** Orders the offer's submissions from 1, captions included; the numbers that are shown leave captions out. */
    attempt: integer().notNull(),
    evidenceType: text({ enum: evidenceTypes }).notNull(),
    /** Address of the draft or the post; null until it was submitted. */
    fulfillment: text(),
    rejectedFulfillmentId: id(),
    caption: text(),
    posterUrl: text(),
    /** Facts of a draft whose content was read: its length, and its size as shown. */
    durationMs: integer(),
    width: integer(),
    height: integer(),
    hasSound: boolean(),
    /** True if the platform or the link named the offer's account, false if it named another; null: neither did, or it wasn't noted. */
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

/** A published post of an offer. The four counts are those of its latest day. */
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
    /** Days that have figures, so that posts of a period are found without reading the figures. */
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
    /** Negative if a campaign was funded, or as `kind` says. */
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

/** Deleted records, for phones that still have them. */
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
