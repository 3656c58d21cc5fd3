import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import { brandWriter } from '#server/database/brand-scope.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { brands, campaigns, offers, posts } from '#server/database/tables/tables.ts';
import { moveCampaign } from '#server/services/campaigns/campaign-life.ts';
import { after } from '../brand/times.ts';
import { pick, type Random, shuffled } from '../random.ts';
import type { SimulatedEvent, World } from './context.ts';
import { inviteOne } from './invitations.ts';
import { moveOne } from './moves.ts';
import { publishOne } from './publications.ts';
import { answerDecision, submitOne } from './submissions.ts';
import { growViews } from './views.ts';

/** Any fixed number: of servers that simulate on one database one makes a brand's step, the others leave it to that one. */
const stepLock = 4_171_925;

interface Step {
  now: Date;
  random: Random;
  /** No step is made if anything in the brand changed within this time. */
  quietMs?: number;
}

async function moveOn({ writer, now }: World): Promise<SimulatedEvent | null> {
  const campaignId = await moveCampaign(writer, now);
  return campaignId === null ? null : { kind: 'campaign', campaignId };
}

/** Answers to the brand come first, then a thing by chance: those named more often happen more often. */
const answers = [answerDecision, publishOne, moveOn];
const chances = [growViews, growViews, growViews, submitOne, submitOne, moveOne, moveOne, inviteOne];

/** Brands that one round looks after at most. */
const mostBrands = 20;

/**
 * Lets one thing happen to each brand whose campaigns go on, as its creators and the provider would do it.
 * @returns what happened, by brand
 */
export async function simulateRound(db: Database, step: Step): Promise<Map<string, SimulatedEvent>> {
  const goesOn = and(
    eq(campaigns.brandId, brands.id),
    eq(campaigns.approvalStatus, 'APPROVED'),
    eq(campaigns.status, 'ACTIVE'),
    inArray(campaigns.workerStatus, ['QUEUED', 'SOURCING', 'ACTIVE', 'ENDING']),
  );
  const rows = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(eq(brands.approvalStatus, 'APPROVED'), exists(db.select({ one: sql`1` }).from(campaigns).where(goesOn))))
    .orderBy(asc(brands.id));
  const happened = new Map<string, SimulatedEvent>();
  for (const { id } of shuffled(step.random, rows).slice(0, mostBrands)) {
    const event = await simulateStep(db, id, step);
    if (event !== null) happened.set(id, event);
  }
  return happened;
}

/**
 * Lets one thing happen to a brand.
 * @returns what happened; null where another server is at it, it is quiet or nothing can happen
 */
export function simulateStep(
  db: Database,
  brandId: string,
  { now, random, quietMs = 0 }: Step,
): Promise<SimulatedEvent | null> {
  return db.transaction(async (tx) => {
    const lock = sql`select pg_try_advisory_xact_lock(${stepLock}::int, hashtext(${brandId})) as taken`;
    const [held] = await rowsOf<{ taken: boolean }>(tx, lock);
    if (!held?.taken) return null;
    if (quietMs > 0 && (await hasNews(tx, brandId, after(now, -quietMs)))) return null;
    const world: World = { writer: await brandWriter(tx, brandId), now, random };
    const first = pick(random, chances);
    for (const happen of [...answers, first, ...chances]) {
      const event = await happen(world);
      if (event !== null) return event;
    }
    return null;
  });
}

async function hasNews(db: Database, brandId: string, since: Date): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(
    db,
    sql`select exists (select from ${offers} where brand_id = ${brandId} and updated_at > ${since.toISOString()}::timestamptz)
      or exists (select from ${posts} where brand_id = ${brandId} and updated_at > ${since.toISOString()}::timestamptz) as found`,
  );
  return row?.found ?? false;
}
