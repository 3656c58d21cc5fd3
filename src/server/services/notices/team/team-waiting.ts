import { and, asc, count, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { OfferStageType } from '#contract/brand/offer.ts';
import { formatUsd } from '#domain/money/money.ts';
import type { Database } from '#server/database/database.ts';
import { earningHolds, holdAnswers } from '#server/database/tables/hold-tables.ts';
import { brands, campaigns, offers } from '#server/database/tables/tables.ts';
import { isOpenHold } from '#server/services/ledger/holds.ts';
import { readRefusedAddresses } from '#server/services/mail/refused-addresses.ts';
import { readBrandsInDebt } from './brands-in-debt.ts';

const dayMs = 86_400_000;
/** An offer that has waited this long for the provider or for a brand's decision is reported to the team. */
const tooLongDays = { provider: 2, brand: 3 } as const;

const providerStages = [
  'AWAITING_PARENT_CONTRACT',
  'AWAITING_CONTRACT',
  'AWAITING_PACKAGE',
  'AWAITING_CUSTOM_CAPTION_CLEARANCE',
  'AWAITING_EARNING_CLEARANCE',
] as const satisfies readonly OfferStageType[];

/** An item that is waiting for the provider's team. */
interface TeamItem {
  /** The item's id for the team's commands. */
  id: string;
  title: string;
  note: string;
}

interface TeamList {
  heading: string;
  total: number;
  items: TeamItem[];
}

interface Window {
  /** Lists only items that began to wait after this time; null lists all. */
  after: Date | null;
  until: Date;
}

/** SQL condition: the wait began in the window, shifted back by `days` for items reported after a delay. */
const began = (at: PgColumn | SQL, { after, until }: Window, days = 0): SQL | undefined => {
  const shifted = (instant: Date) => new Date(instant.getTime() - days * dayMs).toISOString();
  return and(sql`${at} <= ${shifted(until)}`, after === null ? undefined : sql`${at} > ${shifted(after)}`);
};

/**
 * SQL condition: the campaign is waiting for the team. A proposal is waiting for its brand until the brand declines it.
 */
const isWithTeam = or(isNull(campaigns.proposedAt), isNotNull(campaigns.proposalDeclinedAt));
const withTeamSince = sql`coalesce(${campaigns.proposalDeclinedAt}, ${campaigns.createdAt})`;

const offersIn = (stages: readonly OfferStageType[]) =>
  and(inArray(offers.stageType, [...stages]), isNull(offers.invalidationType));

/**
 * Returns items of all brands that are waiting for the team, up to `max` of each kind. Kinds without items are left
 * out.
 */
export async function readTeamLists(db: Database, window: Window, max: number): Promise<TeamList[]> {
  const { after, until } = window;
  const verifiedAt = sql`coalesce(${brands.emailVerifiedAt}, ${brands.createdAt})`;
  const newBrands = and(
    eq(brands.approvalStatus, 'PENDING'),
    eq(brands.emailVerified, true),
    began(verifiedAt, window),
  );
  const inReview = and(
    eq(campaigns.approvalStatus, 'PENDING'),
    eq(campaigns.status, 'ACTIVE'),
    isWithTeam,
    began(withTeamSince, window),
  );
  const forTeam = and(offersIn(providerStages), began(offers.stageEnteredAt, window, tooLongDays.provider));
  const forBrand = and(
    offersIn(['AWAITING_EVIDENCE_CLEARANCE']),
    began(offers.stageEnteredAt, window, tooLongDays.brand),
  );
  const lists: TeamList[] = [
    {
      heading: 'Brands to approve',
      total: await totalOf(db, brands, newBrands),
      items: await db
        .select({ id: brands.id, title: brands.name, note: brands.email })
        .from(brands)
        .where(newBrands)
        .orderBy(asc(verifiedAt))
        .limit(max),
    },
    {
      heading: 'Campaigns to review',
      total: await totalOf(db, campaigns, inReview),
      items: await db
        .select({
          id: campaigns.id,
          title: sql<string>`coalesce(${campaigns.name}, ${brands.name} || ' Campaign')`,
          note: brands.email,
        })
        .from(campaigns)
        .innerJoin(brands, eq(brands.id, campaigns.brandId))
        .where(inReview)
        .orderBy(asc(withTeamSince))
        .limit(max),
    },
    {
      heading: `Offers waiting for the team for ${tooLongDays.provider} days or more`,
      total: await totalOf(db, offers, forTeam),
      items: await readOffers(db, forTeam, max),
    },
    {
      heading: `Submissions waiting for a brand for ${tooLongDays.brand} days or more`,
      total: await totalOf(db, offers, forBrand),
      items: await readOffers(db, forBrand, max),
    },
  ];
  const inDebt = await readBrandsInDebt(db, window);
  lists.push({
    heading: 'Brands with a balance below zero: their campaigns can’t be approved',
    total: inDebt.length,
    items: inDebt.slice(0, max).map(({ id, name, email, availableCents }) => ({
      ...{ id, title: name },
      note: `${formatUsd(availableCents)} · ${email}`,
    })),
  });
  const answered = await readAnsweredHolds(db, (at) => began(at, window));
  lists.push({
    heading: 'Earnings on hold with a reply from the creator',
    total: answered.length,
    items: answered.slice(0, max).map(({ id, title, answers }) => ({
      ...{ id, title },
      note: answers === 1 ? '1 reply' : `${answers} replies`,
    })),
  });
  const refused = (await readRefusedAddresses(db)).filter(
    ({ since }) => since <= until && (after === null || since > after),
  );
  const addresses = refused.map(({ email, name, reason }) => ({ id: email, title: name || email, note: reason }));
  lists.push({ heading: 'Addresses that refuse emails', total: refused.length, items: addresses.slice(0, max) });
  return lists.filter(({ total }) => total > 0);
}

async function totalOf(db: Database, table: typeof brands | typeof campaigns | typeof offers, where: SQL | undefined) {
  const [row] = await db.select({ total: count() }).from(table).where(where);
  return row?.total ?? 0;
}

const readOffers = (db: Database, where: SQL | undefined, max: number) =>
  db
    .select({
      id: offers.id,
      title: sql<string>`coalesce(${campaigns.name}, ${brands.name} || ' Campaign')`,
      note: sql<string>`${offers.stageType} || ' · ' || ${brands.email}`,
    })
    .from(offers)
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .where(where)
    .orderBy(asc(offers.stageEnteredAt))
    .limit(max);

/**
 * Returns earnings on hold whose creators have answered, longest waiting first. They stay listed until the hold is released.
 * @param began condition on the time of the last answer
 */
function readAnsweredHolds(db: Database, began: (at: SQL) => SQL | undefined) {
  const last = sql`max(${holdAnswers.at})`;
  const title = sql<string>`coalesce(${campaigns.name}, ${brands.name} || ' Campaign')`;
  return db
    .select({ id: offers.id, title, answers: sql`count(*)`.mapWith(Number) })
    .from(earningHolds)
    .innerJoin(holdAnswers, eq(holdAnswers.holdId, earningHolds.id))
    .innerJoin(offers, and(eq(offers.brandId, earningHolds.brandId), eq(offers.id, earningHolds.offerId)))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .where(isOpenHold())
    .groupBy(earningHolds.id, offers.id, campaigns.name, brands.name)
    .having(began(last))
    .orderBy(last, earningHolds.id);
}
