import * as v from 'valibot';
import type { AdminSession, BrandSession, refreshAdmin, refreshBrand } from '#contract/account/auth.ts';
import type { ErrorCode } from '#contract/wire/error.ts';

/** Meaning of a refresh response for the session. */
export type RefreshResponse<S> =
  | { kind: 'renewed'; session: S }
  /** The server itself refused, so the session has ended. */
  | { kind: 'refused' }
  /** Anything else, such as a failing server, a gateway or a portal. The session continues. */
  | { kind: 'unclear' };

const refusal: ErrorCode = 'invalid_refresh_token';
const refusalSchema = v.object({ message: v.string(), code: v.literal(refusal) });

/** The session being refreshed. */
type Owner = Pick<BrandSession, 'brandId'> | Pick<AdminSession, 'adminUserId'>;

const isOwnedAlike = (a: Owner, b: Owner): boolean =>
  'brandId' in a ? 'brandId' in b && a.brandId === b.brandId : 'adminUserId' in b && a.adminUserId === b.adminUserId;

/**
 * Interprets the response to a refresh. Only bodies that match the contract count, since gateways and portals set statuses, too.
 */
export function parseRefreshResponse<E extends typeof refreshBrand | typeof refreshAdmin>(
  endpoint: E,
  owner: Owner,
  { status, body }: { status: number; body: unknown },
): RefreshResponse<v.InferOutput<E['answer']>> {
  if (status >= 400) return v.is(refusalSchema, body) ? { kind: 'refused' } : { kind: 'unclear' };
  const parsed = v.safeParse(endpoint.answer, body);
  if (!parsed.success || !isOwnedAlike(owner, parsed.output)) return { kind: 'unclear' };
  return { kind: 'renewed', session: parsed.output as v.InferOutput<E['answer']> };
}
