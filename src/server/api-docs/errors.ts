import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { ErrorCode } from '#contract/wire/error.ts';

/** Meanings of the error codes, for the descriptions of responses. */
export const meanings: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'a value is missing or invalid; `issues` lists the paths',
  unauthorized: 'the bearer token is missing, invalid or expired',
  invalid_credentials: 'the email or the password is wrong',
  invalid_refresh_token: 'the session has ended; log in again',
  email_not_verified: 'the brand has to verify its email first',
  not_approved: 'the team hasn’t approved the brand',
  suspended: 'the team has suspended the brand',
  forbidden: 'the caller isn’t allowed to do this; `message` says why',
  not_found: 'no such record, or another brand’s',
  method_not_allowed: 'the path doesn’t have this method; `Allow` lists its methods',
  email_taken: 'the email already has an account',
  email_verified: 'the email is already verified, and can’t be changed',
  invalid_code: 'the code is wrong, used or expired',
  idempotency_key_required: 'the call needs an `Idempotency-Key`',
  idempotency_key_reused: 'the key was sent with another call or body',
  idempotency_in_progress: 'the first call with this key is still running; retry after `Retry-After`',
  precondition_required: 'the call needs `If-Match`',
  offer_changed: 'a different submission is in review now; nothing was changed, and the body has the current offer',
  move_refused: 'the offer doesn’t allow this move; `message` says why',
  link_replaced: 'a newer link has been used',
  link_ended: 'the link is no longer valid',
  campaign_archived: 'the campaign is archived',
  campaign_ended: 'the campaign has ended',
  proposal_changed: 'the proposal is no longer open: it was answered or replaced by a newer one',
  upload_conflict: 'the offset is wrong, or the upload is busy; request the offset again',
  insufficient_balance: 'the available balance doesn’t cover the amount',
  negative_balance: 'the balance is negative; add funds first',
  card_declined: 'the card or the payer’s account was declined',
  confirmation_required: 'the payer has to confirm; repeat the call with the same key afterwards',
  payload_too_large: 'the body is larger than the call allows',
  unsupported_media_type: 'the body isn’t JSON',
  too_many_requests: 'a rate limit was reached; retry after `Retry-After`',
  cursor_expired: 'the cursor is unknown; start again without one',
  not_available_offline: 'never sent by a server: Afield’s service worker is offline and has no stored response',
  storage_unavailable: 'never sent by a server: Afield’s service worker can’t read the device’s storage',
  not_kept: 'never sent by a server: Afield’s service worker could neither send nor store the action',
  not_supported: 'this server doesn’t offer the call',
  internal: 'an error in the server; look up the `X-Request-Id` in its log',
  unavailable: 'the server can’t respond right now; retry later',
  payments_unavailable: 'the payment provider can’t be reached; nothing was charged',
};

/** Codes that a call can return: those that it declares, and those that follow from its access, parameters and headers. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, params, query, body, idempotent, conditional } = endpoint;
  const codes: ErrorCode[] = [
    ...(params || query || body ? (['invalid_request'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(access === 'approved' ? (['email_not_verified', 'not_approved', 'suspended'] as const) : []),
    ...(access === 'creator' ? (['link_replaced', 'link_ended'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(idempotent ? (['idempotency_key_required', 'idempotency_key_reused', 'idempotency_in_progress'] as const) : []),
    ...(conditional ? (['precondition_required', 'offer_changed'] as const) : []),
    ...endpoint.errors,
  ];
  return [...new Set(codes)];
}
