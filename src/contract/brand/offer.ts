import * as v from 'valibot';
import { pageSizes } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { errorBodySchema } from '../wire/error.ts';
import { pageOf, pageQuery } from '../wire/page.ts';
import { anyId, campaignId, commaJoined, count, offerId, timestamp } from '../wire/primitives.ts';
import { socialPlatforms } from './campaign.ts';
import { pendingActionSchema } from './intent.ts';
import { changeTemplateName, changeTemplateSchema, rejectEvidenceBodySchema } from './requested-changes.ts';

export const offerStageTypes = [
  'OFFERED',
  'SUBMIT_ADDRESS',
  'SUBMIT_CUSTOM_CAPTION',
  'SUBMIT_EVIDENCE',
  'AWAITING_CONTRACT',
  'AWAITING_PARENT_CONTRACT',
  'AWAITING_PACKAGE',
  'AWAITING_CUSTOM_CAPTION_CLEARANCE',
  'AWAITING_EVIDENCE_CLEARANCE',
  'ONGOING',
  'AWAITING_EARNING_CLEARANCE',
  'CLEARED',
  'INVALIDATED',
  'REJECTED',
] as const;
export type OfferStageType = (typeof offerStageTypes)[number];

export const evidenceTypes = ['PUBLISHED_VIDEO_URL', 'VIDEO_WITH_CAPTION'] as const;
export type EvidenceType = (typeof evidenceTypes)[number];

/** Metadata of an analyzed draft. Width and height are in pixels as displayed. */
export const draftMediaEntries = { durationMs: count, width: count, height: count, hasSound: v.boolean() };

const submissionMetadata = v.object({
  caption: v.nullable(v.string()),
  /** Beyond the specification: a still of the draft video. */
  posterUrl: v.optional(v.nullable(v.string())),
  /** Beyond the specification: length, dimensions and sound of an analyzed draft. */
  ...v.partial(v.object(draftMediaEntries)).entries,
  /** Beyond the specification: true if a post's link confirms that the post is by the offer's account. Absent for drafts. */
  accountChecked: v.optional(v.boolean()),
});

export const fulfillmentSchema = v.object({
  id: anyId,
  evidenceType: v.picklist(evidenceTypes),
  /** Address of the draft video or post; null if none was submitted. */
  fulfillment: v.nullable(v.string()),
  rejectedFulfillmentId: v.nullable(anyId),
  metadata: submissionMetadata,
});
export type Fulfillment = v.InferOutput<typeof fulfillmentSchema>;

/** A note on a template of a change request, and the second of the draft that it refers to. */
export const changeNoteSchema = v.object({
  templateName: changeTemplateName,
  note: v.optional(v.string()),
  atSeconds: v.optional(count),
});
export type ChangeNote = v.InferOutput<typeof changeNoteSchema>;

/** A change request: its templates, the number of the submission, and its time. */
export const changeRequestSchema = v.object({
  attempt: count,
  requestedAt: timestamp,
  /** Names of the templates, without duplicates. */
  templateNames: v.array(changeTemplateName),
  /** Notes on these templates; one template may have several. */
  notes: v.optional(v.array(changeNoteSchema)),
});
export type ChangeRequest = v.InferOutput<typeof changeRequestSchema>;

/** An earlier submission. Change requests refer to it by its `attempt`. */
const earlierVersionSchema = v.object({
  attempt: count,
  submittedAt: timestamp,
  /** Absent unless the brand or the team approved it. */
  approvedAt: v.optional(timestamp),
  evidenceType: v.picklist(evidenceTypes),
  /** Address of the draft video or post; null once it was deleted. */
  fulfillment: v.nullable(v.string()),
  metadata: submissionMetadata,
});
export type EarlierVersion = v.InferOutput<typeof earlierVersionSchema>;

/** A move of an offer. The move's name is an open string, since newer servers may send moves that this version doesn't know. */
export const offerEventSchema = v.object({
  move: v.string(),
  by: v.string(),
  at: timestamp,
  /** The resulting stage. */
  stage: v.string(),
  reason: v.optional(v.string()),
});
export type OfferEvent = v.InferOutput<typeof offerEventSchema>;

export const offerSchema = v.object({
  id: anyId,
  /** Beyond the specification's list of fields: the offer's campaign, by which the list can be filtered. */
  campaignId: anyId,
  user: v.object({ firstName: v.string(), lastName: v.string() }),
  socialAccount: v.object({
    platform: v.picklist(socialPlatforms),
    username: v.string(),
    avatarUrl: v.nullable(v.string()),
  }),
  currentStage: v.object({
    type: v.picklist(offerStageTypes),
    enteredAt: timestamp,
    /** Null before the stages that require evidence. */
    fulfillment: v.nullable(fulfillmentSchema),
  }),
  invalidationType: v.nullable(v.string()),
  finalPostUrl: v.nullable(v.string()),
  updatedAt: timestamp,
  /** Beyond the specification: the submissions so far. */
  review: v.optional(
    v.object({
      /** Number of the current submission, counting all of the offer's submissions. */
      attempt: count,
      /** Number of drafts among them; absent if no link followed. */
      draftAttempts: v.optional(count),
      submittedAt: v.nullable(timestamp),
      changeRequests: v.array(changeRequestSchema),
      /** Submissions before the current one, oldest first. */
      earlier: v.optional(v.array(earlierVersionSchema)),
      /**
       * Due time of the brand's decision on the submission in review, and the consequence of missing it; absent if there is no
       * deadline.
       */
      dueAt: v.optional(timestamp),
      afterDue: v.optional(v.picklist(['team-decides', 'nothing'])),
    }),
  ),
  /**
   * Beyond the specification: true if the approval of the offer's draft can be taken back. Absent if the server doesn't support
   * it.
   */
  canTakeBack: v.optional(v.boolean()),
  /** Beyond the specification: the offer's history, oldest first, limited to the latest events. */
  history: v.optional(v.array(offerEventSchema)),
  /** Beyond the specification: the approved draft as recorded by the creator's device, if the brand may download it. */
  original: v.optional(v.object({ name: v.string(), sizeBytes: count })),
  pendingAction: v.optional(pendingActionSchema),
});
export type Offer = v.InferOutput<typeof offerSchema>;

/** Body of a 412 response, with the current offer. Nothing was changed. */
export const offerChangedSchema = v.object({ ...errorBodySchema.entries, offer: offerSchema });

const params = v.object({ id: offerId });

export const listOffers = endpoint({
  method: 'GET',
  path: '/brand/v1.0/offers',
  summary:
    'Lists offers, most recently updated first, optionally filtered by stage. Without `campaignId`, these are all offers of the brand. In a campaign, submissions that await the brand’s decision come before the others.',
  access: 'approved',
  query: v.object({
    ...pageQuery(pageSizes.offers),
    campaignId: v.optional(campaignId),
    offerStageType: v.optional(commaJoined(offerStageTypes)),
  }),
  answer: pageOf(offerSchema),
});

export const getOffer = endpoint({
  method: 'GET',
  path: '/brand/v1.0/offers/{id}',
  summary: 'Returns one offer.',
  access: 'approved',
  params,
  answer: offerSchema,
});

export const linkOriginal = endpoint({
  method: 'POST',
  path: '/brand/v1.0/offers/{id}/original/link',
  summary:
    'Returns a short-lived path to the original of an approved draft. The download needs no session and supports byte ranges.',
  access: 'approved',
  params,
  body: v.optional(v.object({}), {}),
  answer: v.object({ path: v.string(), expiresAt: timestamp }),
  errors: ['not_found'],
});

const decision = { method: 'POST', access: 'approved', idempotent: true, conditional: true } as const;

export const acceptEvidence = endpoint({
  ...decision,
  path: '/brand/v1.0/offers/{id}/evidence/accept',
  summary: 'Approves the draft or post link in review, and returns the offer.',
  params,
  body: v.optional(v.object({}), {}),
  answer: offerSchema,
  errors: ['precondition_required', 'offer_changed'],
});

export const rejectEvidence = endpoint({
  ...decision,
  path: '/brand/v1.0/offers/{id}/evidence/reject',
  summary: 'Requests changes from the creator, and returns the offer.',
  params,
  body: rejectEvidenceBodySchema,
  bodyBytes: 262_144,
  answer: offerSchema,
  errors: ['precondition_required', 'offer_changed'],
});

export const takeBackApproval = endpoint({
  ...decision,
  path: '/brand/v1.0/offers/{id}/evidence/take-back',
  summary:
    'Takes back the approval of a draft, and returns the offer. This is possible until the post’s link is submitted. The draft is back in review, under a new ID.',
  params,
  body: v.optional(v.object({}), {}),
  answer: offerSchema,
  errors: ['precondition_required', 'offer_changed'],
  optional: true,
});

export const listChangeTemplates = endpoint({
  method: 'GET',
  path: '/brand/v1.0/offers/request-changes/templates',
  summary: 'Lists the changes that a brand can request.',
  access: 'approved',
  answer: v.array(changeTemplateSchema),
});
