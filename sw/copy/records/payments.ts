import { type Payment, paymentSchema } from '#contract/brand/billing.ts';
import { type CopyWrite, instantOf } from '../copy-write.ts';
import { type EntityKind, putEntities } from './entities.ts';

/** Payments, newest first. */
export const paymentKind: EntityKind<Payment> = {
  store: 'payments',
  schema: paymentSchema,
  shownIn: ['payments'],
  facetCount: 0,
  entryOf: ({ id, updatedAt }) => ({ id, at: instantOf(updatedAt), facets: [] }),
};

/** Stores payments and deletes removed ones. */
export const putPayments = (write: CopyWrite, payments: readonly Payment[], removedIds?: readonly string[]) =>
  putEntities(write, paymentKind, payments, removedIds);
