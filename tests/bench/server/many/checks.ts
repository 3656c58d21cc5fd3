import type { Agent } from 'node:http';
import { and, inArray } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { offerMoves } from '#server/database/tables/offer-tables.ts';
import { payments } from '#server/database/tables/tables.ts';
import { auditLedger } from '#server/services/ledger/payments/ledger-audit.ts';
import { Phone } from './phone.ts';
import type { Write } from './writes.ts';

export interface Verdict {
  answered: number;
  /** Writes with an attempt of unknown outcome, settled by a retry with the same key. */
  settledByRetry: number;
  /** Writes without a response at the end. */
  open: number;
  refused: number;
  /** Confirmed with 2xx before the failover, and gone after it. */
  lost: number;
  doubled: number;
  /** Violations in words; empty if there are none. */
  faults: string[];
}

/** Attempts to download all data from a busy server. */
const maxTries = 5;

interface Timeline {
  /** Responses before this time came from the killed primary, since there was no other. */
  promotedAt: number;
  synchronous: boolean;
}

/** Compares the responses that phones received with the new primary's data. */
export async function checkWrites(db: Database, writes: readonly Write[], timeline: Timeline): Promise<Verdict> {
  const brandIds = [...new Set(writes.map(({ brandId }) => brandId))];
  const keys = new Map(
    (await db.select().from(idempotencyKeys).where(inArray(idempotencyKeys.brandId, brandIds))).map((row) => [
      row.key,
      row.status,
    ]),
  );
  const isApplied = ({ key }: Write) => (keys.get(key) ?? 0) >= 200 && (keys.get(key) ?? 0) < 300;
  const answered = writes.filter(({ outcome }) => outcome === 'done');
  const lost = answered.filter((write) => !isApplied(write));
  const refused = writes.filter(({ outcome }) => outcome === 'refused');
  const open = writes.filter(({ outcome }) => outcome === 'open');
  const doubled = await findDoubled(db, brandIds);
  const faults = [
    ...lost
      .filter((write) => timeline.synchronous || (write.answeredAt ?? 0) > timeline.promotedAt)
      .map((write) => `${nameOf(write)} was answered and is lost, though no loss was possible.`),
    ...refused.map((write) => `${nameOf(write)} was refused with ${write.lastAnswer}.`),
    ...open.map((write) => `${nameOf(write)} was never answered; the last answer was "${write.lastAnswer}".`),
    ...doubled,
    ...(await auditLedger(db)).map(({ message }) => `The ledger’s audit: ${message}`),
    ...(await countMoney(db, brandIds, writes.filter(isApplied))),
  ];
  return {
    answered: answered.length,
    settledByRetry: answered.filter(({ wasUnknown }) => wasUnknown).length,
    open: open.length,
    refused: refused.length,
    lost: lost.length,
    doubled: doubled.length,
    faults,
  };
}

const nameOf = ({ kind, key, offerId }: Write) => `${kind} ${key}${offerId === null ? '' : ` of ${offerId}`}`;

/** Submissions decided twice, and duplicate payments: no two payments of a run have the same amount. */
async function findDoubled(db: Database, brandIds: readonly string[]): Promise<string[]> {
  const moves = await db
    .select()
    .from(offerMoves)
    .where(and(inArray(offerMoves.brandId, [...brandIds])));
  const decided = moves.filter(({ by, fulfillmentId }) => by === 'brand' && fulfillmentId !== null);
  const paid = await db
    .select()
    .from(payments)
    .where(inArray(payments.brandId, [...brandIds]));
  return [
    ...repeated(decided.map(({ fulfillmentId }) => fulfillmentId ?? '')).map((id) => `${id} was decided twice.`),
    ...repeated(paid.map(({ amountCents }) => String(amountCents))).map((cents) => `${cents} cents were paid twice.`),
  ];
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

/** Every payment belongs to an applied write, and every applied write has its payment. */
async function countMoney(db: Database, brandIds: readonly string[], applied: readonly Write[]): Promise<string[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(inArray(payments.brandId, [...brandIds]));
  // A payment whose outcome was lost with the connection stays pending until the background check queries the provider.
  const booked = rows.map(({ amountCents }) => amountCents);
  const answered = applied.flatMap(({ amountCents }) => (amountCents === null ? [] : [amountCents]));
  const total = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);
  return total(booked) === total(answered)
    ? []
    : [`Phones added ${total(answered)} cents, and ${total(booked)} are in the list of payments.`];
}

/**
 * Compares every phone's data with a fresh download for its brand.
 * @returns a description of each phone that differs despite "Up to date", or that isn't up to date
 */
export async function checkCopies(
  phones: readonly Phone[],
  net: { agent: Agent; address: string },
): Promise<{ lies: string[]; behind: string[] }> {
  const fresh = new Map<string, Phone>();
  for (const { seat } of phones) {
    if (fresh.has(seat.brandId)) continue;
    const phone = new Phone(seat, net);
    for (let tries = 0; tries < maxTries && phone.banner !== 'up to date'; tries += 1) await phone.sync();
    if (phone.banner !== 'up to date') throw new Error(`The server didn’t answer for ${seat.brandId}.`);
    fresh.set(seat.brandId, phone);
  }
  const lies: string[] = [];
  const behind: string[] = [];
  for (const [i, phone] of phones.entries()) {
    if (phone.banner !== 'up to date') {
      behind.push(`Phone ${i} says "${phone.banner}".`);
      continue;
    }
    const differs = phone.copy.differences((fresh.get(phone.seat.brandId) as Phone).copy);
    if (differs.length > 0) lies.push(`Phone ${i} says "up to date" and differs in ${differs.join(', ')}.`);
  }
  return { lies, behind };
}
