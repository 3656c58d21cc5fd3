import * as v from 'valibot';

/** The closed list of error codes. Clients may branch on these; the messages are for people. */
export const errorCodes = [
  'invalid_request',
  'unauthorized',
  'invalid_credentials',
  'invalid_refresh_token',
  'email_not_verified',
  'not_approved',
  'suspended',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'email_taken',
  'email_verified',
  'invalid_code',
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'precondition_required',
  'offer_changed',
  'move_refused',
  'link_replaced',
  'link_ended',
  'campaign_archived',
  'campaign_ended',
  'proposal_changed',
  'upload_conflict',
  'insufficient_balance',
  'negative_balance',
  'card_declined',
  'confirmation_required',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'cursor_expired',
  'not_available_offline',
  'storage_unavailable',
  'not_kept',
  'not_supported',
  'internal',
  'unavailable',
  'payments_unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One problem with one value of a request; `path` is dotted, such as `body.email`. */
export const issueSchema = v.object({ path: v.string(), message: v.string() });

/** Body of every response that is not 2xx. A 412, and a 409 to a creator, also includes `offer`: the current offer. */
export const errorBodySchema = v.object({
  message: v.string(),
  code: v.picklist(errorCodes),
  issues: v.optional(v.array(issueSchema)),
});

export type ErrorBody = v.InferOutput<typeof errorBodySchema>;
