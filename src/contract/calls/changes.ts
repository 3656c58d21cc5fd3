import * as v from 'valibot';
import { paymentSchema } from '../brand/billing.ts';
import { brandSchema } from '../brand/brand.ts';
import { campaignSchema, socialPlatforms } from '../brand/campaign.ts';
import { offerSchema } from '../brand/offer.ts';
import { endpoint } from '../wire/endpoint.ts';
import { anyId, count, day, timestamp } from '../wire/primitives.ts';

/** A post's static fields; its figures are in {@link dailyFiguresSchema}. */
export const postSchema = v.object({
  id: anyId,
  offerId: anyId,
  campaignId: anyId,
  postedAt: timestamp,
  finalPostUrl: v.string(),
  socialAccountId: anyId,
  socialPlatform: v.picklist(socialPlatforms),
  socialAvatarUrl: v.nullable(v.string()),
  socialUsername: v.string(),
  userFirstName: v.string(),
  userLastName: v.string(),
  updatedAt: timestamp,
});
export type Post = v.InferOutput<typeof postSchema>;

/** Cumulative figures of a post on one day: `[day, views, likes, comments, shares]`. */
export const dailyFigureSchema = v.strictTuple([day, count, count, count, count]);
export type DailyFigure = v.InferOutput<typeof dailyFigureSchema>;

/** New or corrected days of one post. */
export const dailyFiguresSchema = v.object({ postId: anyId, days: v.array(dailyFigureSchema) });

/** Number of records of a kind, and a checksum: the first 8 bytes of the SHA-256 of the sorted ids, separated by spaces. */
const totalSchema = v.object({ count, checksum: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) });

export const changesSchema = v.object({
  /** Opaque cursor for the next request. */
  cursor: v.string(),
  /** True if more changes follow `cursor`; the client then requests the next page immediately. */
  more: v.boolean(),
  brand: v.nullable(brandSchema),
  campaigns: v.array(campaignSchema),
  offers: v.array(offerSchema),
  payments: v.array(paymentSchema),
  posts: v.array(postSchema),
  figures: v.array(dailyFiguresSchema),
  /**
   * Identifies the database's history, if known. It changes with a failover, which may have lost acknowledged writes. A copy that
   * has stored responses since its cursor must then start over, even if the cursor is valid.
   */
  timeline: v.optional(v.string()),
  /** Sent with the last page: totals of a complete copy. The client refetches any kind whose records differ. */
  totals: v.optional(v.object({ campaigns: totalSchema, offers: totalSchema, payments: totalSchema })),
  removed: v.array(v.object({ kind: v.picklist(['campaign', 'offer', 'payment', 'post']), id: anyId })),
});
export type Changes = v.InferOutput<typeof changesSchema>;

export const getChanges = endpoint({
  method: 'GET',
  path: '/brand/v1.0/changes',
  summary: 'Lists what has changed since a cursor, one page at a time. Without a cursor, it lists everything.',
  access: 'approved',
  query: v.object({ cursor: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
  answer: changesSchema,
  errors: ['cursor_expired'],
  optional: true,
});
