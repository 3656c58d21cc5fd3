import * as v from 'valibot';
import { reminders } from '#domain/reminders.ts';

/** Subject of a mail. Its words and links are made when it is sent. */
export const mailContentSchema = v.variant('kind', [
  v.object({ kind: v.literal('verify-email'), codeId: v.string() }),
  /** Anyone can ask for this mail: whether a brand has the recipient's e-mail is looked up at sending. */
  v.object({ kind: v.literal('reset-password') }),
  v.object({ kind: v.literal('password-changed') }),
  v.object({ kind: v.literal('new-login'), userAgent: v.nullable(v.string()), address: v.string() }),
  v.object({ kind: v.literal('brand-approved') }),
  v.object({ kind: v.literal('brand-rejected'), reason: v.nullable(v.string()) }),
  v.object({ kind: v.literal('brand-suspended'), reason: v.string() }),
  v.object({ kind: v.literal('brand-reinstated') }),
  v.object({ kind: v.literal('campaign-approved'), campaignId: v.string() }),
  v.object({ kind: v.literal('campaign-rejected'), campaignId: v.string(), reason: v.string() }),
  v.object({ kind: v.literal('campaign-begun'), campaignId: v.string() }),
  v.object({ kind: v.literal('campaign-ended'), campaignId: v.string() }),
  /** Lists what waits for the brand when it is sent. */
  v.object({ kind: v.literal('submissions-wait') }),
  /** To a creator, of a move of the offer: the table of moves says what it tells. */
  v.object({ kind: v.literal('offer-moved'), offerId: v.string(), sequence: v.number() }),
  /** To a creator, with the newest link of an offer. */
  v.object({ kind: v.literal('creator-link'), offerId: v.string() }),
  /** To a creator, of what has waited since then. */
  v.object({
    kind: v.literal('offer-reminder'),
    offerId: v.string(),
    waitsSince: v.string(),
    reminder: v.picklist(reminders),
  }),
  /** To the provider's team: lists what waits for it when it is sent. What came until then was told by it, or before. */
  v.object({ kind: v.literal('team-waits'), until: v.string() }),
]);
export type MailContent = v.InferOutput<typeof mailContentSchema>;
