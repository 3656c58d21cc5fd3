import * as v from 'valibot';
import { briefSchema, campaignSteps, campaignTypes, socialPlatforms } from '../brand/campaign.ts';
import { evidenceTypes, offerEventSchema, offerStageTypes } from '../brand/offer.ts';
import { base64Length } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { errorBodySchema } from '../wire/error.ts';
import { anyId, cents, count, longText, postLinkInput, timestamp } from '../wire/primitives.ts';
import { maxPosterBytes } from './draft-uploads.ts';

// Calls of the page behind a creator's link, /c/{token}. The token is the bearer token of all of them.

/** State of a file that a creator's browser uploads by tus. */
export const draftStateSchema = v.variant('state', [
  /**
   * An upload that was started but not submitted yet. `url` is its tus address, for HEAD and PATCH with the same bearer token.
   */
  v.object({
    state: v.literal('uploading'),
    uploadId: anyId,
    url: v.string(),
    name: v.string(),
    sizeBytes: count,
    receivedBytes: count,
    /** Identifies the file in its browser. */
    fingerprint: v.nullable(v.string()),
    /** The upload that this is the original of; null for a draft. */
    originalOf: v.nullable(anyId),
    /**
     * Set for a draft that was submitted to replace another, but was processed too late. The draft is complete, and can be
     * submitted again.
     */
    returned: v.optional(v.nullable(v.object({ reason: v.string(), caption: v.nullable(v.string()) })), null),
  }),
  /** A complete upload that was submitted: its rendition is being encoded, or is queued. */
  v.object({ state: v.literal('processing'), uploadId: anyId, name: v.string(), since: timestamp }),
  /** An upload that can't be used. `reason` is a sentence that explains what to do. */
  v.object({
    state: v.literal('failed'),
    uploadId: anyId,
    name: v.string(),
    reason: v.string(),
    originalOf: v.nullable(anyId),
  }),
]);
export type DraftState = v.InferOutput<typeof draftStateSchema>;

/** State of the original recording, which is uploaded after the rendition if the campaign asks for it. */
export const originalStateSchema = v.variant('state', [
  ...draftStateSchema.options,
  /** The original for this upload may be sent. */
  v.object({ state: v.literal('owed'), draftId: anyId }),
  /** The original is stored. The brand may download it once it has approved the draft. */
  v.object({ state: v.literal('kept'), name: v.string() }),
]);
export type OriginalState = v.InferOutput<typeof originalStateSchema>;

const submissionSchema = v.object({
  id: anyId,
  evidenceType: v.picklist(evidenceTypes),
  videoUrl: v.nullable(v.string()),
  posterUrl: v.nullable(v.string()),
  link: v.nullable(v.string()),
  /** True if the link confirms that the post is by the offer's account; null for a draft. */
  accountChecked: v.nullable(v.boolean()),
  caption: v.nullable(v.string()),
  submittedAt: timestamp,
});
export type CreatorSubmission = v.InferOutput<typeof submissionSchema>;

const paySchema = v.variant('kind', [
  v.object({
    kind: v.literal('per-thousand-views'),
    cpmCents: cents,
    /** Remainder of the campaign's budget, which all of its creators share; null without a budget. */
    leftCents: v.nullable(cents),
  }),
  /** Null until the provider has set the fee. */
  v.object({ kind: v.literal('flat-fee'), cents: v.nullable(cents) }),
  /** `product` is absent if the brand gave no name. */
  v.object({ kind: v.literal('product'), product: v.optional(v.string()) }),
]);
export type CreatorPay = v.InferOutput<typeof paySchema>;

/** A hold on an offer's earnings, as shown to its creator. */
const holdSchema = v.object({
  id: anyId,
  since: timestamp,
  /** The team's explanation. */
  reason: v.string(),
  /** The creator's replies, oldest first. */
  answers: v.array(v.object({ text: v.string(), at: timestamp })),
});
export type CreatorHold = v.InferOutput<typeof holdSchema>;

/** An offer, as shown to its creator. */
export const creatorOfferSchema = v.object({
  id: anyId,
  /** Number of the offer's moves so far, sent as If-Match. */
  version: count,
  creator: v.object({ firstName: v.string() }),
  account: v.object({
    platform: v.picklist(socialPlatforms),
    username: v.string(),
    /** Former names of the account, which post links may still contain. */
    formerUsernames: v.optional(v.array(v.string()), []),
  }),
  brand: v.object({
    name: v.string(),
    iconUrl: v.nullable(v.string()),
    description: v.optional(v.nullable(v.string()), null),
    websiteUrl: v.optional(v.nullable(v.string()), null),
    /** The brand's own accounts, for creators to tag. */
    handles: v.optional(v.array(v.object({ platform: v.picklist(socialPlatforms), username: v.string() })), []),
    /** The hashtag required in the campaign's posts: the brand's at the time of the campaign's approval. */
    requiredHashtag: v.nullable(v.string()),
  }),
  campaign: v.object({
    name: v.nullable(v.string()),
    campaignType: v.picklist(campaignTypes),
    /** The planned end or, once the campaign has ended, the actual end. */
    endAt: v.nullable(timestamp),
    hasEnded: v.boolean(),
    /** True while the brand has paused the campaign: creators can't make moves, and their deadlines are suspended. */
    isPaused: v.optional(v.boolean(), false),
    /** True when the campaign nears its end date or the end of its budget; it then accepts no new creators. */
    isEnding: v.optional(v.boolean(), false),
    /** Steps before the link, in order. */
    steps: v.array(v.picklist(campaignSteps)),
    /** True if the brand may also receive the original recordings. */
    asksForOriginals: v.optional(v.boolean(), false),
    dos: v.array(v.string()),
    donts: v.array(v.string()),
    brief: briefSchema,
  }),
  pay: paySchema,
  stage: v.object({
    type: v.picklist(offerStageTypes),
    enteredAt: timestamp,
    /** Time at which the offer expires unless its creator acts; null if it doesn't expire. */
    expiresAt: v.nullable(timestamp),
    /** Deadline of the brand's review of the submission; null if there is none. */
    reviewDueAt: v.optional(v.nullable(timestamp)),
  }),
  /** Null unless the offer has ended: its `invalidationType`, or DECLINED, with the reason if one was given. */
  ended: v.nullable(v.object({ why: v.string(), reason: v.nullable(v.string()) })),
  /** Null unless the team has blocked the creator, which prevents all moves. */
  blocked: v.optional(v.nullable(v.object({ reason: v.string() })), null),
  /** Moves that the creator can make now. Newer servers may send others. */
  moves: v.array(v.string()),
  /** Kind of the evidence that is due or was submitted. */
  evidenceType: v.nullable(v.picklist(evidenceTypes)),
  history: v.array(offerEventSchema),
  delivery: v.nullable(
    v.object({
      /** Null once it has been deleted. */
      address: v.nullable(v.string()),
      carrier: v.nullable(v.string()),
      tracking: v.nullable(v.string()),
      sentAt: v.nullable(timestamp),
    }),
  ),
  /** The caption of the CUSTOM_CAPTION step, and the reason if it was returned. */
  caption: v.nullable(v.object({ text: v.string(), returned: v.nullable(v.string()) })),
  /** The submission in review, or the last one. */
  submission: v.nullable(submissionSchema),
  /** Changes that the brand requested and that are still due, and the submission that they refer to. */
  changes: v.nullable(
    v.object({
      requestedAt: timestamp,
      items: v.array(
        v.object({
          title: v.string(),
          description: v.string(),
          note: v.nullable(v.string()),
          /** The second of the draft that the note refers to. */
          atSeconds: v.optional(v.nullable(count), null),
        }),
      ),
      about: v.nullable(submissionSchema),
    }),
  ),
  draft: v.nullable(draftStateSchema),
  /** Original of the latest draft; null after a day if nothing is uploading. */
  original: v.optional(v.nullable(originalStateSchema), null),
  post: v.nullable(
    v.object({
      url: v.string(),
      viewCount: count,
      /** Views times CPM so far, or the fee: an estimate until the campaign is settled. Null if the offer earns nothing. */
      earnedCents: v.nullable(cents),
      /** Time of the payout; null before it. */
      paidAt: v.optional(v.nullable(timestamp), null),
    }),
  ),
  /** The creator's own payment details for the team; null until something is earned. The version is sent as If-Match. */
  payment: v.optional(v.nullable(v.object({ reference: v.nullable(v.string()), version: count })), null),
  /** Null unless the team has put the earnings on hold, in which case they aren't paid until the hold ends. */
  hold: v.optional(v.nullable(holdSchema), null),
  /** Expiry of the link; null while the offer is active. */
  linkEndsAt: v.nullable(timestamp),
});
export type CreatorOffer = v.InferOutput<typeof creatorOfferSchema>;

/** Body of a 412 `offer_changed` and a 409 `move_refused`, with the current offer. Nothing was changed. */
export const creatorOfferChangedSchema = v.object({ ...errorBodySchema.entries, offer: creatorOfferSchema });

/** Every move of creators; `offerMoves` defines when each can be made. */
export const creatorMoves = [
  'accept',
  'decline',
  'withdraw',
  'give-address',
  'give-caption',
  'submit-draft',
  'replace-draft',
  'submit-link',
  'replace-link',
] as const;

export const creatorMoveSchema = v.variant('move', [
  v.object({ move: v.picklist(['accept', 'decline', 'withdraw']) }),
  v.object({ move: v.literal('give-address'), address: longText(500, 1) }),
  v.object({ move: v.literal('give-caption'), caption: longText(2200, 1) }),
  v.object({
    move: v.picklist(['submit-draft', 'replace-draft']),
    uploadId: anyId,
    caption: v.optional(v.nullable(longText(2200)), null),
  }),
  v.object({ move: v.picklist(['submit-link', 'replace-link']), link: postLinkInput }),
]);
export type CreatorMove = v.InferOutput<typeof creatorMoveSchema>;

export const getCreatorOffer = endpoint({
  method: 'GET',
  path: '/creator/v1.0/offer',
  summary: 'Returns the link’s offer. It changes nothing, because mail scanners open links.',
  access: 'creator',
  answer: creatorOfferSchema,
});

export const makeCreatorMove = endpoint({
  method: 'POST',
  path: '/creator/v1.0/offer/moves',
  summary:
    'Makes a creator’s move, and returns the offer. After a draft, the offer moves on once the video has been processed.',
  access: 'creator',
  body: creatorMoveSchema,
  answer: creatorOfferSchema,
  errors: ['move_refused'],
  idempotent: true,
  conditional: true,
});

export const dropCreatorDraft = endpoint({
  method: 'POST',
  path: '/creator/v1.0/offer/draft/drop',
  summary:
    'Cancels an upload or a draft, and returns the offer. A draft can be canceled if it failed or is being processed. Does nothing if there is none.',
  access: 'creator',
  body: v.object({ uploadId: anyId }),
  answer: creatorOfferSchema,
});

export const saveDraftPoster = endpoint({
  method: 'POST',
  path: '/creator/v1.0/offer/draft/poster',
  summary:
    'Saves a poster image for an uploaded video. It is used if the server can’t make one: the latest one, after re-encoding.',
  access: 'creator',
  body: v.object({
    uploadId: anyId,
    /** JPEG in Base64. */
    picture: v.pipe(v.string(), v.maxLength(base64Length(maxPosterBytes)), v.base64('Expected Base64.')),
  }),
  bodyBytes: base64Length(maxPosterBytes) + 1_024,
  answer: v.object({}),
  errors: ['not_found'],
});

export const maxAnswerLength = 2_000;

export const answerHold = endpoint({
  method: 'POST',
  path: '/creator/v1.0/offer/hold/answers',
  summary:
    'Stores a creator’s answer to a hold, and returns the offer. The hold keeps the earning from being paid, and ends when the team releases it.',
  access: 'creator',
  body: v.object({ holdId: anyId, text: longText(maxAnswerLength, 1, 'Your reply') }),
  answer: creatorOfferSchema,
  errors: ['move_refused'],
  idempotent: true,
  optional: true,
});

export const requestCreatorLink = endpoint({
  method: 'POST',
  path: '/creator/v1.0/link',
  summary:
    'Emails a new link to the creator, at most three times a day for each link. The response is the same if none is sent.',
  access: 'public',
  body: v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
  answer: v.object({}),
  errors: ['unauthorized'],
});
