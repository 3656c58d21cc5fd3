import type { BrandScope } from '#server/database/brand-scope.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { countAttempt, limitMisses } from '#server/services/shared/attempts.ts';
import type { HttpDeps } from '../deps.ts';

/** Cards that a bank has declined, in a quarter of an hour: trying stolen numbers takes many. */
const declines = ({ brandId }: BrandScope) => ({ subject: ['declined-cards', brandId], most: 10 });
/** Card forms, each of which the provider lets a few cards be tried with. */
export const cardForms = ({ brandId }: BrandScope) => ({ subject: ['card-forms', brandId], most: 30 });

const isDecline = (error: unknown) => error instanceof ApiError && error.code === 'card_declined';

/**
 * Does what may end with a declined card, and counts it against the brand only if it does.
 * @throws {ApiError} 429 after too many
 */
export const limitDeclines = <T>({ db, now }: HttpDeps, scope: BrandScope, ask: () => Promise<T>): Promise<T> =>
  limitMisses(db, [declines(scope)], now(), ask, isDecline);

/**
 * Continues a charge that was begun earlier, and counts it if the card is declined. The limit doesn't refuse it: a page that
 * gets a 429 assumes that the action was never begun.
 */
export async function countDecline<T>({ db, now }: HttpDeps, scope: BrandScope, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isDecline(error)) await countAttempt(db, [declines(scope)], now()).catch(() => undefined);
    throw error;
  }
}
