import type * as v from 'valibot';
import { adminSessionSchema, brandSessionSchema } from '#contract/account/auth.ts';
import { brandAnalyticsSchema, campaignAnalyticsSchema, postAnalyticsSchema } from '#contract/brand/analytics.ts';
import { paymentSchema } from '#contract/brand/billing.ts';
import { billingDetailsSchema, brandSchema, brandUpdateSchema, tagSchema } from '#contract/brand/brand.ts';
import { campaignCreationSchema, campaignSchema, cpmWorkerSchema } from '#contract/brand/campaign.ts';
import { changeRequestSchema, fulfillmentSchema, offerChangedSchema, offerSchema } from '#contract/brand/offer.ts';
import { changeTemplateSchema, requestedChangeSchema } from '#contract/brand/requested-changes.ts';
import { statementLineSchema, statementSchema } from '#contract/brand/statement.ts';
import { changesSchema, dailyFigureSchema, dailyFiguresSchema, postSchema } from '#contract/calls/changes.ts';
import {
  creatorMoveSchema,
  creatorOfferChangedSchema,
  creatorOfferSchema,
  draftStateSchema,
} from '#contract/creator/creator.ts';
import { errorBodySchema, issueSchema } from '#contract/wire/error.ts';
import { paginationSchema } from '#contract/wire/page.ts';
import {
  anyId,
  brandId,
  campaignId,
  cents,
  count,
  day,
  fulfillmentId,
  gain,
  offerId,
  timestamp,
  ulidSchema,
  webUrl,
} from '#contract/wire/primitives.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** True for fields that the service worker adds to a record on the device. No server sends them, so the document omits them. */
export const isNeverSent = (field: string): boolean => field === 'pendingAction';

/** A simple type with a name in the document. */
interface NamedType {
  name: string;
  description: string;
  example: string | number;
}

const idExample = (prefix: string) => `${prefix}_01K5V3M8ZQ4T7X9B2N6C1D0EFG`;

/** Simple types of the contract, each with an entry in `components.schemas`. */
export const types = new Map<Schema, NamedType>([
  [timestamp, { name: 'Time', description: 'An instant, ISO 8601 in UTC.', example: '2026-03-15T12:00:00.000Z' }],
  [day, { name: 'Day', description: 'A calendar day in UTC, `YYYY-MM-DD`.', example: '2026-03-15' }],
  [cents, { name: 'Cents', description: 'Whole US cents.', example: 25_000 }],
  [count, { name: 'Count', description: 'A whole number, not negative.', example: 1_200 }],
  [gain, { name: 'Gain', description: 'A whole number; negative if figures were corrected downwards.', example: 340 }],
  [anyId, { name: 'Id', description: 'An opaque ID.', example: '01K5V3M8ZQ4T7X9B2N6C1D0EFG' }],
  [brandId, { name: 'BrandId', description: 'The ID of a brand.', example: idExample('brd') }],
  [campaignId, { name: 'CampaignId', description: 'The ID of a campaign.', example: idExample('cmp') }],
  [offerId, { name: 'OfferId', description: 'The ID of an offer.', example: idExample('off') }],
  [fulfillmentId, { name: 'FulfillmentId', description: 'The ID of a fulfillment.', example: idExample('ful') }],
  [ulidSchema, { name: 'Ulid', description: 'A ULID.', example: '01K5V3M8ZQ4T7X9B2N6C1D0EFG' }],
  [
    webUrl,
    {
      name: 'WebUrl',
      description: 'An address that starts with `https://` or `http://`.',
      example: 'https://example.com/a',
    },
  ],
]);

/** Larger shapes, each with an entry in `components.schemas`. */
export const shapes = new Map<Schema, string>([
  [errorBodySchema, 'ErrorBody'],
  [errorBodySchema.entries.code, 'ErrorCode'],
  [issueSchema, 'Issue'],
  [paginationSchema, 'Pagination'],
  [brandSessionSchema, 'BrandSession'],
  [adminSessionSchema, 'AdminSession'],
  [brandSchema, 'Brand'],
  [brandUpdateSchema, 'BrandUpdate'],
  [billingDetailsSchema, 'BillingDetails'],
  [tagSchema, 'Tag'],
  [campaignSchema, 'Campaign'],
  [cpmWorkerSchema, 'CPMWorker'],
  [campaignCreationSchema, 'CampaignCreation'],
  [offerSchema, 'Offer'],
  [fulfillmentSchema, 'Fulfillment'],
  [changeRequestSchema, 'ChangeRequest'],
  [requestedChangeSchema, 'RequestedChange'],
  [changeTemplateSchema, 'ChangeTemplate'],
  [offerChangedSchema, 'OfferChanged'],
  [paymentSchema, 'Payment'],
  [statementSchema, 'Statement'],
  [statementLineSchema, 'StatementLine'],
  [brandAnalyticsSchema, 'BrandAnalytics'],
  [campaignAnalyticsSchema, 'CampaignAnalytics'],
  [postAnalyticsSchema, 'PostAnalytics'],
  [postSchema, 'Post'],
  [dailyFigureSchema, 'DailyFigure'],
  [dailyFiguresSchema, 'DailyFigures'],
  [changesSchema, 'Changes'],
  [creatorOfferSchema, 'CreatorOffer'],
  [draftStateSchema, 'DraftState'],
  [creatorMoveSchema, 'CreatorMove'],
  [creatorOfferChangedSchema, 'CreatorOfferChanged'],
]);

/** Descriptions for shapes whose docstring in the contract isn't useful to a client's author. */
export const shapeTexts: ReadonlyMap<string, string> = new Map([
  ['ErrorBody', 'Body of every response other than 2xx.'],
  ['ErrorCode', 'The closed list of error codes. Clients may branch on them.'],
  ['Pagination', 'Numbers of the previous and next pages (null if there is none), and the total number of records.'],
  ['BrandSession', 'A brand’s session. Its tokens are for one brand.'],
  ['AdminSession', 'A team member’s session.'],
  ['Brand', 'A brand: its profile, its approval, its balance and its settings.'],
  ['Tag', 'A tag by which the team matches creators to campaigns.'],
  ['Campaign', 'A campaign: its brief, its approval and, once approved, its budget and status.'],
  ['CPMWorker', 'Status, dates and budget of an approved campaign.'],
  ['CampaignCreation', 'A new campaign.'],
  ['Offer', 'One creator’s part in one campaign.'],
  ['Fulfillment', 'A creator’s submission, or a placeholder for the next one.'],
  ['RequestedChange', 'One of the changes that a brand requests, made from a template.'],
  ['ChangeTemplate', 'A change that a brand can request, and the variables that it takes.'],
  ['OfferChanged', 'Body of a 412: the offer as it is now. Nothing was changed.'],
  ['Payment', 'An entry of the brand’s ledger.'],
  ['BrandAnalytics', 'Gains of all posts of a brand in a period.'],
  ['CampaignAnalytics', 'Gains of all posts of a campaign in a period.'],
  ['PostAnalytics', 'A post and its gains in a period.'],
  ['Post', 'A post without its figures, which are in `DailyFigures`.'],
  ['DailyFigure', 'Cumulative figures of a post on one day: `[day, views, likes, comments, shares]`.'],
  ['Changes', 'A page of the feed of changes.'],
  ['DraftState', 'An uploaded draft: its progress and its outcome.'],
  ['CreatorMove', 'A creator’s move; `move` is its kind.'],
  ['CreatorOfferChanged', 'Body of a 412, or of a 409 `move_refused`: the offer as it is now.'],
]);
