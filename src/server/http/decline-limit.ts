import { ApiError } from '../api-error.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { countAttempt, forgiveAttempt } from '../services/attempts.ts';
import type { HttpDeps } from './deps.ts';

/** Cards that a bank has declined, in a quarter of an hour: whoever tries stolen numbers needs many. */
const declines = ({ brandId }: BrandScope) => ({ subject: ['declined-cards', brandId], most: 10 });
/** Card forms, each of which the provider lets a few cards be tried with. */
export const cardForms = ({ brandId }: BrandScope) => ({ subject: ['card-forms', brandId], most: 30 });

/**
 * Does what may end with a declined card, and counts it against the brand only if it does. It is counted first, so that many at
 * once are limited, too.
 * @throws {ApiError} 429 after too many
 */
export async function limitDeclines<T>({ db, now }: HttpDeps, scope: BrandScope, ask: () => Promise<T>): Promise<T> {
  const limits = [declines(scope)];
  await countAttempt(db, limits, now());
  let isDeclined = false;
  try {
    return await ask();
  } catch (error) {
    isDeclined = error instanceof ApiError && error.code === 'card_declined';
    throw error;
  } finally {
    if (!isDeclined) await forgiveAttempt(db, limits);
  }
}
