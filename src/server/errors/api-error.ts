import type { ErrorBody, ErrorCode } from '#contract/wire/error.ts';

export type Issue = NonNullable<ErrorBody['issues']>[number];

const statuses = {
  invalid_request: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_refresh_token: 401,
  email_not_verified: 403,
  not_approved: 403,
  suspended: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  email_verified: 409,
  invalid_code: 400,
  idempotency_key_required: 400,
  idempotency_key_reused: 422,
  idempotency_in_progress: 409,
  precondition_required: 428,
  offer_changed: 412,
  move_refused: 409,
  link_replaced: 410,
  link_ended: 410,
  campaign_archived: 409,
  campaign_ended: 409,
  proposal_changed: 409,
  upload_conflict: 409,
  insufficient_balance: 402,
  negative_balance: 402,
  card_declined: 402,
  confirmation_required: 402,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  cursor_expired: 410,
  not_available_offline: 503,
  storage_unavailable: 503,
  not_kept: 503,
  not_supported: 501,
  internal: 500,
  unavailable: 503,
  payments_unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

export const statusOf = (code: ErrorCode): number => statuses[code];

interface Extras {
  issues?: Issue[];
  headers?: Record<string, string>;
  /** Additional fields of the body, such as the offer of a 412. */
  body?: Record<string, unknown>;
}

/** An error response, thrown by handlers. `message` is for users, and never repeats submitted values. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.code = code;
    this.extras = extras;
  }
}

export const notFound = (message: string) => new ApiError('not_found', message);

/** The HTTP response of an error. */
export function errorResponse(error: ApiError): Response {
  const { issues, headers, body } = error.extras;
  return Response.json(
    { message: error.message, code: error.code, ...(issues ? { issues } : {}), ...body },
    { status: statusOf(error.code), headers: { 'Cache-Control': 'no-store', ...headers } },
  );
}
