import type { BrandScope } from '#server/database/brand-scope.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { countAttempt, limitMisses } from '#server/services/shared/attempts.ts';
import type { HttpDeps } from '../deps.ts';

/** Limit of declined cards in 15 minutes: testing stolen numbers takes many attempts. */
const declines = ({ brandId }: BrandScope) => ({ subject: ['declined-cards', brandId], max: 10 });
/** Limit of card forms. The provider allows a few cards to be tried in each. */
export const cardForms = ({ brandId }: BrandScope) => ({ subject: ['card-forms', brandId], max: 30 });

const isDecline = (error: unknown) => error instanceof ApiError && error.code === 'card_declined';

/**
 * Runs a call that may end with a declined card, and counts it against the brand only in that case.
 * @throws {ApiError} 429 after too many declined cards
 */
export const limitDeclines = <T>({ db, now }: HttpDeps, scope: BrandScope, ask: () => Promise<T>): Promise<T> =>
  limitMisses(db, [declines(scope)], now(), ask, isDecline);

/**
 * Continues a charge that was started earlier, and counts a declined card. The limit doesn't reject the call: a page
 * that gets a 429 assumes that the action never started.
 */
export async function countDecline<T>({ db, now }: HttpDeps, scope: BrandScope, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isDecline(error)) await countAttempt(db, [declines(scope)], now()).catch(() => undefined);
    throw error;
  }
}
