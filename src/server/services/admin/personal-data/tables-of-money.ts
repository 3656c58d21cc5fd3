import { eq } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  chargeReversals,
  charges,
  paymentCustomers,
  paymentMethods,
  paymentOrders,
  providerEvents,
  sandboxCharges,
} from '#server/database/tables/billing-tables.ts';
import { ledgerEntries, ledgerLines, payouts } from '#server/database/tables/ledger-tables.ts';
import { payments } from '#server/database/tables/tables.ts';
import { anonymous, defineTreatment, kept, personal, secret } from './fates.ts';

const rows = <T extends 'deleted' | 'emptied'>(brandId: PgColumn, end: T) => ({
  brand: { condition: ({ id }: { id: string }) => eq(brandId, id), end },
});

/** The books keep every amount, and the provider's ids of charges, which are needed to book later refunds. */
export const tablesOfMoney = [
  defineTreatment(
    payments,
    {
      ...{ brandId: kept, id: kept, amountCents: kept, kind: kept, status: kept, campaignId: kept },
      ...{ methodTitle: personal('brand', 'Erased'), methodSubtitle: personal('brand') },
      ...{ statusReason: personal('brand'), createdAt: kept, updatedAt: kept, revision: anonymous },
    },
    rows(payments.brandId, 'emptied'),
  ),
  defineTreatment(
    ledgerEntries,
    { brandId: kept, id: kept, kind: kept, paymentId: kept, campaignId: kept, payoutId: kept, createdAt: kept },
    rows(ledgerEntries.brandId, 'emptied'),
  ),
  defineTreatment(
    ledgerLines,
    { brandId: kept, entryId: kept, account: kept, amountCents: kept },
    rows(ledgerLines.brandId, 'emptied'),
  ),
  defineTreatment(
    payouts,
    {
      ...{ id: kept, creatorId: kept, amountCents: kept, note: personal('creator'), paidAt: kept },
      ...{ paymentReference: personal('creator'), undoneAt: kept, undoneNote: personal('creator') },
    },
    { creator: { condition: ({ id }) => eq(payouts.creatorId, id), end: 'emptied' } },
  ),
  defineTreatment(
    paymentCustomers,
    { brandId: kept, provider: kept, mode: kept, reference: personal('brand') },
    rows(paymentCustomers.brandId, 'deleted'),
  ),
  defineTreatment(
    paymentMethods,
    {
      ...{ brandId: kept, id: kept, provider: kept, mode: kept, reference: secret('brand') },
      ...{ title: personal('brand'), subtitle: personal('brand'), createdAt: kept },
    },
    rows(paymentMethods.brandId, 'deleted'),
  ),
  defineTreatment(
    paymentOrders,
    { brandId: kept, provider: kept, reference: kept, amountCents: kept, payee: anonymous, createdAt: kept },
    rows(paymentOrders.brandId, 'emptied'),
  ),
  defineTreatment(
    charges,
    {
      ...{ brandId: kept, paymentId: kept, idempotencyKey: anonymous, requestHash: anonymous, provider: kept },
      ...{ mode: kept, providerKey: anonymous, customer: secret('brand'), source: secret('brand', '') },
      ...{ payee: anonymous, amountCents: kept, state: kept, reference: kept, createdAt: kept },
      ...{ checks: anonymous, checkAt: anonymous, reversalReadings: anonymous },
    },
    rows(charges.brandId, 'emptied'),
  ),
  defineTreatment(
    chargeReversals,
    {
      ...{ brandId: kept, provider: kept, reference: kept, paymentId: kept, kind: kept },
      ...{ bookedCents: kept, isFinal: kept, updatedAt: kept },
    },
    rows(chargeReversals.brandId, 'emptied'),
  ),
  defineTreatment(providerEvents, { provider: anonymous, id: anonymous, type: anonymous, receivedAt: anonymous }),
  defineTreatment(
    sandboxCharges,
    {
      ...{ reference: kept, key: anonymous, brandId: kept, paymentId: kept, source: secret('brand', '') },
      ...{ amountCents: kept, createdAt: kept, takenAt: kept, canceledAt: kept },
    },
    rows(sandboxCharges.brandId, 'emptied'),
  ),
];
