import { ApiError } from '../api-error.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { limitMisses } from '../services/attempts.ts';
import type { HttpDeps } from './deps.ts';

/** Cards that a bank has declined, in a quarter of an hour: whoever tries stolen numbers needs many. */
const declines = ({ brandId }: BrandScope) => ({ subject: ['declined-cards', brandId], most: 10 });
/** Card forms, each of which the provider lets a few cards be tried with. */
export const cardForms = ({ brandId }: BrandScope) => ({ subject: ['card-forms', brandId], most: 30 });

/**
 * Does what may end with a declined card, and counts it against the brand only if it does.
 * @throws {ApiError} 429 after too many
 */
export const limitDeclines = <T>({ db, now }: HttpDeps, scope: BrandScope, ask: () => Promise<T>): Promise<T> =>
  limitMisses(
    db,
    [declines(scope)],
    now(),
    ask,
    (error) => error instanceof ApiError && error.code === 'card_declined',
  );
