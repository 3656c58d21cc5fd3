import * as v from 'valibot';

/** What a mail is about. Its words and links are made when it is sent. */
export const mailContentSchema = v.variant('kind', [
  v.object({ kind: v.literal('verify-email'), codeId: v.string() }),
  /** Asked for by anyone: whether a brand has the recipient's e-mail is looked up at sending. */
  v.object({ kind: v.literal('reset-password') }),
  v.object({ kind: v.literal('password-changed') }),
  v.object({ kind: v.literal('new-login'), userAgent: v.nullable(v.string()), address: v.string() }),
  v.object({ kind: v.literal('brand-approved') }),
  v.object({ kind: v.literal('brand-rejected'), reason: v.nullable(v.string()) }),
  v.object({ kind: v.literal('campaign-approved'), campaignId: v.string() }),
  v.object({ kind: v.literal('campaign-rejected'), campaignId: v.string(), reason: v.string() }),
  /** Lists what waits for the brand when it is sent. */
  v.object({ kind: v.literal('submissions-wait') }),
]);
export type MailContent = v.InferOutput<typeof mailContentSchema>;
