import { eq, isNotNull } from 'drizzle-orm';
import { dayOf } from '#domain/time/period.ts';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { payouts } from '#server/database/tables/ledger-tables.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { CommandError } from '#server/errors/command-error.ts';
import type { PaymentDeps } from '#server/services/ledger/payments/settle-charge.ts';
import { MoveRefusedError } from '#server/services/moves/state/refused.ts';
import type { Random } from '#tests/fuzz/random.ts';
import { type Fate, shakyProvider } from '#tests/support/money/shaky-provider.ts';
import { type TestClock, testClock } from '#tests/support/servers/server.ts';
import { type World, world } from '#tests/support/servers/world.ts';
import { type DayViews, viewsByDay } from './oracle.ts';

/** A post as the life knows it. `counts` are cumulative, by day. */
export interface KnownPost {
  id: string;
  offerId: string;
  postedDay: string;
  counts: Map<string, number>;
}

export interface KnownOffer {
  id: string;
  link: string;
  /** Its link was approved, so a flat fee is owed. */
  isApproved: boolean;
  /** Removed: it gets no more figures. */
  isRemoved: boolean;
  post: KnownPost | null;
}

/** A settlement as first seen. */
export interface Frozen {
  spentCents: number;
  countedUntil: string;
  earnings: ReadonlyMap<string, number>;
}

export interface KnownCampaign {
  id: string;
  name: string;
  type: 'CPM' | 'FLAT_FEE' | 'DROP';
  /** Reserved for its views or its fees; 0 without a budget. */
  budgetCents: number;
  firstDay: string;
  /** Price at its approval; null before. */
  cpmCents: number | null;
  feeCents: number;
  /** The newest proposal of a fee; null without one, and after it was declined. */
  proposal: { number: number; feeCents: number; creators: number } | null;
  offers: KnownOffer[];
  /** Views without those that arrived at the instant of its settlement: either may have been first. */
  viewsBefore: DayViews[] | null;
  /** The instant of its end, once seen. */
  endedAt: string | null;
  /** The team settled it early, or counted that day. */
  isSettledEarly: boolean;
  countsToday: boolean;
  frozen: Frozen | null;
}

export interface KnownBrand {
  id: string;
  name: string;
  cpmCents: number;
  methodId: string;
  paymentIds: string[];
  campaigns: KnownCampaign[];
}

/** Brands with their whole history, in a database of their own. */
export interface Life {
  db: Database;
  given: World;
  clock: TestClock;
  payments: PaymentDeps;
  bank: ReturnType<typeof shakyProvider>;
  fates: Map<string, Fate>;
  brands: KnownBrand[];
  /** True if the parts of a race run concurrently; otherwise they run one after the other. */
  isConcurrent: boolean;
  /** Number of records so far. */
  numbered: number;
}

const start = Date.parse('2026-03-15T00:30:00.000Z');

/** Starts a life with one or two new brands. */
export async function beginLife(db: Database, dice: Random, isConcurrent: boolean): Promise<Life> {
  const fates = new Map<string, Fate>();
  const bank = shakyProvider((key) => fates.get(key.slice(-26)));
  bank.calm(true);
  const clock = testClock(new Date(start + dice.below(24) * 3_600_000));
  const silent = { error: () => {}, warn: () => {} };
  const payments = { db, payments: { card: bank.provider, paypal: null }, log: silent, now: clock.now };
  const given = world(db);
  const life: Life = { db, given, clock, payments, bank, fates, brands: [], isConcurrent, numbered: 0 };
  const names = dice.chance(0.25) ? ['Northwind', 'Contoso'] : ['Northwind'];
  for (const name of names) {
    const id = await given.brand({ name, tikTokHandle: name.toLowerCase() });
    const methodId = await given.paymentMethod(id, { provider: 'stripe', reference: 'pm_1' });
    life.brands.push({ id, name, cpmCents: 500, methodId, paymentIds: [], campaigns: [] });
  }
  return life;
}

/** Removes its brands with all their rows, so that the next life has the database to itself. */
export async function endLife({ db, brands: known }: Life): Promise<void> {
  for (const { id } of known) {
    // Posts refer to their creators, so they must be deleted before the brand's cascade reaches those.
    await db.delete(campaigns).where(eq(campaigns.brandId, id));
    await db.delete(brands).where(eq(brands.id, id));
  }
  // The database is this life's alone.
  await db.delete(payouts).where(isNotNull(payouts.id));
  await db.delete(creatorProfiles).where(isNotNull(creatorProfiles.id));
}

export function nextNumber(life: Life): number {
  life.numbered += 1;
  return life.numbered;
}

/**
 * An id that is the same in every replay. Random digits come before the number, so that smaller ids aren't always
 * older.
 */
export function idIn(life: Life, prefix: 'off' | 'pst' | 'soc' | 'key', dice: Random): string {
  const digits = `${dice.below(1_000_000)}${String(nextNumber(life)).padStart(4, '0')}`.padStart(26, '0');
  return prefix === 'key' ? digits : `${prefix}_${digits}`;
}

export const todayIn = ({ clock }: Life): string => dayOf(clock.now());

/** The known views of a campaign's posts by day. */
export const viewsOf = ({ offers, firstDay }: KnownCampaign): DayViews[] =>
  offers.flatMap(({ id: offerId, post }) =>
    post === null
      ? []
      : viewsByDay(post.counts, { postedDay: post.postedDay, firstDay }).map((each) => ({ offerId, ...each })),
  );

/** Runs work that may be refused. @returns the result as text @throws for any other failure, which is a fault */
export async function attempt(work: () => Promise<string | undefined>): Promise<string> {
  try {
    return (await work()) ?? 'done';
  } catch (error) {
    const isRefusal = error instanceof ApiError || error instanceof CommandError || error instanceof MoveRefusedError;
    if (!isRefusal) throw error;
    return `refused: ${error.message}`;
  }
}

/** A random element; null if there is none. */
export const oneOf = <T>(dice: Random, some: readonly T[]): T | null => (some.length === 0 ? null : dice.pick(some));

export const allCampaigns = ({ brands: known }: Life) =>
  known.flatMap((brand) => brand.campaigns.map((campaign) => ({ brand, campaign })));

/** A step of a life. New ones must be listed in steps.ts. */
export interface Step {
  name: string;
  /** Relative frequency. */
  weight: number;
  /** True if each campaign's costs are recounted after it, which takes several queries. */
  isRecounted?: true;
  /** Performs the step. @returns its result as text; null if it isn't possible */
  play(life: Life, dice: Random): Promise<string | null>;
}
