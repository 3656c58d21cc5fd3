import type * as v from 'valibot';
import { brandAnalyticsSchema, campaignAnalyticsSchema, postAnalyticsSchema } from '#contract/analytics.ts';
import { adminSessionSchema, brandSessionSchema } from '#contract/auth.ts';
import { paymentSchema } from '#contract/billing.ts';
import { billingDetailsSchema, brandSchema, brandUpdateSchema, tagSchema } from '#contract/brand.ts';
import { campaignCreationSchema, campaignSchema, cpmWorkerSchema } from '#contract/campaign.ts';
import { changesSchema, dailyFigureSchema, dailyFiguresSchema, postSchema } from '#contract/changes.ts';
import {
  creatorMoveSchema,
  creatorOfferChangedSchema,
  creatorOfferSchema,
  draftStateSchema,
} from '#contract/creator.ts';
import { errorBodySchema, issueSchema } from '#contract/error.ts';
import { changeRequestSchema, fulfillmentSchema, offerChangedSchema, offerSchema } from '#contract/offer.ts';
import { paginationSchema } from '#contract/page.ts';
import { changeTemplateSchema, requestedChangeSchema } from '#contract/requested-changes.ts';
import { statementLineSchema, statementSchema } from '#contract/statement.ts';

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
