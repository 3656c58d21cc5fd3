import type { BrandScope } from '#server/database/brand-scope.ts';
import type { LookedUpPost, LookUpPost } from '#server/services/posts/lookups/look-up.ts';
import { isAllowed, type MoveOrder } from '../make-move.ts';
import { accountOf, submittedPost } from './submitted-link.ts';

/**
 * Looks up the submitted link of a move at its platform. Call it before the move's transaction: a lookup takes seconds,
 * and the transaction holds the brand's lock.
 * @returns undefined if no lookup is needed: the move has no link or isn't allowed, or the URL alone is refused
 */
export async function lookUpSubmittedLink(
  scope: BrandScope,
  order: Omit<MoveOrder, 'lookedUp'>,
  lookUpPost: LookUpPost,
): Promise<LookedUpPost | undefined> {
  if (!('link' in order.input) || !(await isAllowed(scope, order))) return undefined;
  const account = await accountOf(scope, order.offerId);
  const found = submittedPost(order.input.link, { account, by: order.by });
  return typeof found === 'string' ? undefined : lookUpPost(found.post);
}
