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

type Schema = v.GenericSchema<unknown, unknown>;

/** Fields that a device's worker lays over a record: no server sends them, so no document has them. */
export const isNeverSent = (field: string): boolean => field === 'pendingAction';

/** Schemas that are described once, and go by a name everywhere else. */
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
