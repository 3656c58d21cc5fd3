import { randomBytes } from 'node:crypto';
import { and, eq, gte, isNull } from 'drizzle-orm';
import {
  readSandboxOrder,
  type SandboxCard,
  sandboxCardOfToken,
  sandboxDecline,
  sandboxOrderId,
} from '#domain/money/sandbox-payments.ts';
import { ulid } from '#domain/shared/ulid.ts';
import type { Database } from '#server/database/database.ts';
import { sandboxCharges } from '#server/database/tables/billing-tables.ts';
import {
  type CardProvider,
  type ChargeOutcome,
  type ChargeRequest,
  MethodRefusedError,
  type OrderProvider,
} from './provider.ts';

type Row = typeof sandboxCharges.$inferSelect;
type Outcome = SandboxCard['outcome'];

/** Time that the sandbox's slow bank takes to settle a charge. */
export const sandboxSettleMs = 20_000;

/**
 * A provider that moves no money, for trying out everything else. It keeps its own books, so its charges survive a
 * restart. A charge's outcome depends only on the card and the clock.
 */
export function sandboxProvider({ db, now }: { db: Database; now(): Date }): CardProvider & OrderProvider {
  const keep = async (reference: string, { brandId, paymentId, amountCents, source, key }: ChargeRequest) => {
    const row = { reference, key, brandId, paymentId, amountCents, source, createdAt: now() };
    await db.insert(sandboxCharges).values(row).onConflictDoNothing();
  };
  const isOpen = (reference: string) =>
    and(eq(sandboxCharges.reference, reference), isNull(sandboxCharges.takenAt), isNull(sandboxCharges.canceledAt));
  const look = async (reference: string): Promise<ChargeOutcome> => {
    const [row] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.reference, reference));
    return row === undefined ? { state: 'open' } : outcomeOf(row, now());
  };

  return {
    name: 'sandbox',
    mode: 'test',
    createCustomer: async ({ id }) => `cus_sandbox_${id}`,
    beginCard: async () => {
      const id = randomBytes(12).toString('hex');
      return `seti_sandbox_${id}_secret_${randomBytes(12).toString('hex')}`;
    },
    readCard: async (token) => {
      const card = sandboxCardOfToken(token);
      if (card === undefined) throw new MethodRefusedError('Expected a sandbox card.', { declined: false });
      if (card.outcome === 'declined') throw new MethodRefusedError(sandboxDecline, { declined: true });
      return { reference: token, title: card.brand, subtitle: `•••• ${card.last4}` };
    },
    createOrder: async ({ brandId, amountCents }) => ({
      reference: sandboxOrderId(brandId, amountCents, ulid(now().getTime(), randomBytes(16))),
      payee: 'sandbox',
    }),
    readOrder: async (orderId) => {
      if (readSandboxOrder(orderId) === null) {
        throw new MethodRefusedError('Expected a sandbox order.', { declined: false });
      }
      return { title: 'PayPal', subtitle: 'Sandbox' };
    },
    prepare: async (charge) => {
      const reference = readSandboxOrder(charge.source) === null ? `pi_sandbox_${charge.paymentId}` : charge.source;
      await keep(reference, charge);
      return reference;
    },
    take: async (reference, charge) => {
      await keep(reference, charge);
      await db.update(sandboxCharges).set({ takenAt: now() }).where(isOpen(reference));
      return look(reference);
    },
    look,
    conclude: async (reference, charge) => {
      await keep(reference, charge);
      await db.update(sandboxCharges).set({ canceledAt: now() }).where(isOpen(reference));
      return look(reference);
    },
    async *taken(since) {
      const rows = await db.select().from(sandboxCharges).where(gte(sandboxCharges.createdAt, since));
      for (const row of rows) {
        const { reference, amountCents, brandId, paymentId } = row;
        if (outcomeOf(row, now()).state === 'succeeded') yield { reference, amountCents, brandId, paymentId };
      }
    },
  };
}

function outcomeOf({ source, amountCents, takenAt, canceledAt }: Row, now: Date): ChargeOutcome {
  if (canceledAt !== null) return { state: 'failed', reason: 'The payment was canceled.' };
  if (takenAt === null) return { state: 'open' };
  const isSettled = now.getTime() - takenAt.getTime() >= sandboxSettleMs;
  const outcome: Outcome = sandboxCardOfToken(source)?.outcome ?? 'succeeds';
  switch (outcome) {
    case 'declined':
    case 'declined-later':
      return { state: 'failed', reason: sandboxDecline };
    case 'settles-later':
      return isSettled ? { state: 'succeeded', amountCents } : { state: 'processing' };
    case 'fails-later':
      return isSettled ? { state: 'failed', reason: 'Your bank has returned the payment.' } : { state: 'processing' };
    case 'unanswered':
      return isSettled ? { state: 'succeeded', amountCents } : { state: 'unknown' };
    default:
      return { state: 'succeeded', amountCents };
  }
}
