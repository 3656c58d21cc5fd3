import type { BrandScope } from '#server/database/brand-scope.ts';
import type { LookedUpPost, LookUpPost } from '#server/services/posts/lookups/look-up.ts';
import { isAllowed, type MoveOrder } from '../make-move.ts';
import { accountOf, submittedPost } from './submitted-link.ts';

/**
 * Asks the platform about the link that a move is to hand in. To be called before the move's transaction: it takes seconds, in
 * which a transaction would hold the brand's lock.
 * @returns undefined where there is nothing to ask: the move has no link, can't be made, or its link is refused by its address
 */
export async function askAboutLink(
  scope: BrandScope,
  order: Omit<MoveOrder, 'lookedUp'>,
  lookUpPost: LookUpPost,
): Promise<LookedUpPost | undefined> {
  if (!('link' in order.input) || !(await isAllowed(scope, order))) return undefined;
  const account = await accountOf(scope, order.offerId);
  const found = submittedPost(order.input.link, { account, by: order.by });
  return typeof found === 'string' ? undefined : lookUpPost(found.post);
}
