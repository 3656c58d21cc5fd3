import * as v from 'valibot';
import { maxBriefLength, minimumBudgetCents, pageSizes } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { pageOf, pageQuery } from '../wire/page.ts';
import {
  anyId,
  campaignId,
  campaignName,
  cents,
  commaJoined,
  count,
  day,
  longText,
  text,
  timestamp,
  webUrl,
} from '../wire/primitives.ts';
import { approvalStatuses, tagSchema } from './brand.ts';
import { pendingActionSchema } from './intent.ts';

export const socialPlatforms = ['INSTAGRAM', 'TIKTOK', 'YOUTUBE', 'FACEBOOK', 'SNAPCHAT', 'TWITTER'] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

export const campaignTypes = ['CPM', 'DROP', 'FLAT_FEE'] as const;
/** Steps that a campaign can require before the post's link, in order. PACKAGE covers both the address and the package. */
export const campaignSteps = ['PARENT_CONTRACT', 'CONTRACT', 'PACKAGE', 'CUSTOM_CAPTION', 'DRAFT'] as const;
export type CampaignStep = (typeof campaignSteps)[number];
export const campaignStatuses = ['ACTIVE', 'ARCHIVED'] as const;
/** QUEUED: not started. ENDED_SUCCESSFULLY: view goal reached. ENDED_UNSUCCESSFULLY: end date reached. */
export const workerStatuses = [
  'QUEUED',
  'SOURCING',
  'ACTIVE',
  'ENDING',
  'ENDED_SUCCESSFULLY',
  'ENDED_UNSUCCESSFULLY',
] as const;
export type WorkerStatus = (typeof workerStatuses)[number];

export const cpmWorkerSchema = v.object({
  status: v.picklist(workerStatuses),
  startDate: timestamp,
  endDate: v.nullable(timestamp),
  cpmCents: cents,
  budgetCents: cents,
  viewTarget: v.nullable(count),
});

/** A flat fee proposed by the provider, and its outcome. */
const proposalSchema = v.object({
  /** Number of the campaign's proposal, from 1; only the newest is valid. */
  number: count,
  /** Fee per approved post. */
  feeCents: cents,
  /** Maximum number of creators who can earn the fee. The fees for all of them are set aside when the brand accepts. */
  creators: count,
  proposedAt: timestamp,
  /** Time at which the brand accepted, and the fees of the posts approved so far; absent before the acceptance. */
  acceptedAt: v.optional(timestamp),
  spentCents: v.optional(cents),
  /** Time at which the brand declined, and its message to the team, if any. */
  declinedAt: v.optional(timestamp),
  note: v.optional(v.string()),
});

/** Texts and media for creators, besides the dos and don'ts. */
export const briefSchema = v.object({
  media: v.optional(v.array(v.object({ videoUrl: v.optional(v.string()), imageUrl: v.optional(v.string()) }))),
  postingMedia: v.optional(v.nullable(v.string())),
  talkingPoints: v.optional(v.array(v.string())),
  extraNotes: v.optional(v.nullable(v.string())),
  captions: v.optional(v.array(v.string())),
  hasCustomCaption: v.optional(v.boolean()),
  isCustomContent: v.optional(v.boolean()),
  /**
   * Beyond the specification: the product that creators of a DROP campaign get; absent if the campaign was created without one.
   */
  product: v.optional(v.nullable(v.string())),
});

export const campaignSchema = v.object({
  id: anyId,
  name: v.nullable(v.string()),
  approvalStatus: v.picklist(approvalStatuses),
  status: v.picklist(campaignStatuses),
  rejectionReason: v.nullable(v.string()),
  unread: v.boolean(),
  startAt: timestamp,
  endAt: v.nullable(timestamp),
  platforms: v.array(v.picklist(socialPlatforms)),
  tags: v.array(tagSchema),
  dos: v.array(v.string()),
  donts: v.array(v.string()),
  cpmBudgetCents: v.nullable(cents),
  /** Null until the campaign is approved. If the campaign's type has no budget, the amounts are 0 and the target is null. */
  CPMWorker: v.nullable(cpmWorkerSchema),
  /** Beyond the specification: cumulative views of the campaign's posts, for the card's progress. */
  viewCount: v.optional(count),
  /**
   * Beyond the specification: cost of the campaign's views so far, if it has a budget. For a settled campaign, this is the
   * settled total.
   */
  spend: v.optional(
    v.object({
      spentCents: cents,
      /** The UTC day whose views used up the budget; null while some of it is left. */
      usedUpOn: v.nullable(day),
    }),
  ),
  /** Beyond the specification: the list's sort key, newest first; defaults to `startAt` if the server lacks it. */
  createdAt: v.optional(timestamp),
  /** Beyond the specification: the type. Together with the brief, it is prefilled when the campaign is duplicated. */
  campaignType: v.optional(v.picklist(campaignTypes)),
  brief: v.optional(briefSchema),
  /** Beyond the specification: the hashtag for captions, set when the campaign was approved. Absent before the approval. */
  requiredHashtag: v.optional(v.nullable(v.string())),
  /** Beyond the specification: absent until the campaign has ended. */
  settlement: v.optional(
    v.object({
      /** Deadline of the settlement, which returns the unspent budget. */
      dueAt: timestamp,
      /** Null until the campaign is settled. */
      settled: v.nullable(
        v.object({
          at: timestamp,
          /** The last UTC day whose views are charged. */
          countedUntil: day,
          spentCents: cents,
        }),
      ),
    }),
  ),
  /** Beyond the specification: time at which the brand paused the campaign; absent unless it is paused. */
  pausedAt: v.optional(timestamp),
  /** Beyond the specification: the newest proposal of a flat fee; absent if there is none, and for other types. */
  proposal: v.optional(proposalSchema),
  pendingAction: v.optional(pendingActionSchema),
});
export type Campaign = v.InferOutput<typeof campaignSchema>;

/** Error message for a brief with too many files. */
export const tooManyFiles = `You can only upload up to ${maxBriefLength.files} files`;
const tooManyGuidelines = `You can add up to ${maxBriefLength.guidelines} entries`;
const guideline = longText(maxBriefLength.guideline, 1, 'Each entry');
const mediaItem = v.pipe(
  v.object({ videoUrl: v.optional(webUrl), imageUrl: v.optional(webUrl), size: v.literal('story') }),
  v.check((item) => (item.videoUrl === undefined) !== (item.imageUrl === undefined), 'Expected a video or an image.'),
);

export const campaignCreationSchema = v.object({
  title: text(maxBriefLength.title, 1, 'Title'),
  campaignType: v.picklist(campaignTypes),
  socialPlatforms: v.pipe(
    v.array(v.picklist(socialPlatforms)),
    v.minLength(1, 'Social platform is required'),
    v.maxLength(socialPlatforms.length),
  ),
  /** Seconds from the time of the request. */
  startAtDeltaSecs: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  endAtDeltaSecs: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))),
  dos: v.pipe(
    v.array(guideline),
    v.minLength(1, 'Dos is required'),
    v.maxLength(maxBriefLength.guidelines, tooManyGuidelines),
  ),
  donts: v.pipe(
    v.array(guideline),
    v.minLength(1, 'Donts is required'),
    v.maxLength(maxBriefLength.guidelines, tooManyGuidelines),
  ),
  tagIds: v.pipe(v.array(anyId), v.minLength(1, 'At least one tag must be selected'), v.maxLength(100)),
  cpmBudgetCents: v.optional(
    v.nullable(v.pipe(cents, v.minValue(minimumBudgetCents, `Budget must be at least $${minimumBudgetCents / 100}`))),
  ),
  media: v.optional(v.pipe(v.array(mediaItem), v.maxLength(maxBriefLength.files, tooManyFiles)), []),
  postingMedia: v.optional(v.nullable(text(2048))),
  talkingPoints: v.optional(
    v.pipe(
      v.array(longText(maxBriefLength.guideline, 0, 'Each entry')),
      v.maxLength(maxBriefLength.guidelines, tooManyGuidelines),
    ),
    [],
  ),
  extraNotes: v.optional(v.nullable(longText(maxBriefLength.notes, 0, 'Notes'))),
  captions: v.optional(v.pipe(v.array(longText(2200)), v.maxLength(50)), []),
  hasCustomCaption: v.optional(v.boolean(), false),
  isCustomContent: v.optional(v.boolean(), false),
  /** Beyond the specification: the product that each creator gets, for DROP campaigns only. */
  product: v.optional(v.nullable(text(maxBriefLength.product, 1, 'Product'))),
  /**
   * Beyond the specification: a campaign in review or rejected, which this one replaces. The old campaign is archived in the same
   * transaction.
   */
  replacesCampaignId: v.optional(anyId),
});

const params = v.object({ campaignId });

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/brand/v1.0/campaigns',
  summary: 'Lists the brand’s campaigns, newest first, optionally filtered by status.',
  access: 'approved',
  query: v.object({
    ...pageQuery(pageSizes.campaigns),
    approvalStatus: v.optional(commaJoined(approvalStatuses)),
    cpmWorkerStatus: v.optional(commaJoined(workerStatuses)),
    campaignStatus: v.optional(commaJoined(campaignStatuses)),
  }),
  answer: pageOf(campaignSchema),
});

export const getCampaign = endpoint({
  method: 'GET',
  path: '/brand/v1.0/campaigns/details/{campaignId}',
  summary: 'Returns one campaign.',
  access: 'approved',
  params,
  answer: campaignSchema,
});

export const createCampaign = endpoint({
  method: 'POST',
  path: '/brand/v1.0/campaigns',
  summary: 'Creates a campaign, submits it for review and holds its budget.',
  access: 'approved',
  body: campaignCreationSchema,
  bodyBytes: 524_288,
  answer: v.object({ id: anyId }),
  errors: ['not_found', 'insufficient_balance', 'negative_balance'],
  idempotent: true,
});

export const updateCampaign = endpoint({
  method: 'PUT',
  path: '/brand/v1.0/campaigns/{campaignId}',
  summary: 'Marks a campaign as read or archives it, and returns it. Archiving can’t be undone.',
  access: 'approved',
  params,
  body: v.pipe(
    v.object({ unread: v.optional(v.boolean()), status: v.optional(v.picklist(campaignStatuses)) }),
    v.check((body) => body.unread !== undefined || body.status !== undefined, 'Expected unread or status.'),
  ),
  answer: campaignSchema,
  errors: ['campaign_archived'],
  idempotent: true,
});

export const renameCampaign = endpoint({
  method: 'PUT',
  path: '/brand/v1.0/campaigns/{campaignId}/name',
  summary: 'Renames a campaign that isn’t archived, and returns it. Its terms stay as they are.',
  access: 'approved',
  params,
  body: v.object({ name: campaignName }),
  answer: campaignSchema,
  errors: ['not_found', 'campaign_archived'],
  idempotent: true,
  optional: true,
});
