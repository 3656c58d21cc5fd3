import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { ErrorCode } from '#contract/wire/error.ts';

/** Codes that a call can answer with because of its kind, in addition to those it declares. */
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
