import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import { brandWriter } from '#server/database/brand-scope.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { brands, campaigns, offers, posts } from '#server/database/tables/tables.ts';
import { moveCampaign } from '#server/services/campaigns/campaign-life.ts';
import { after } from '../brand/times.ts';
import { pick, type Random, shuffle } from '../random.ts';
import type { SimulatedEvent, World } from './context.ts';
import { inviteRandomCreator } from './invitations.ts';
import { moveRandomOffer } from './moves.ts';
import { publishRandomPost } from './publications.ts';
import { respondToDecision, submitDueSubmission } from './submissions.ts';
import { growViews } from './views.ts';

/** An arbitrary constant. With several servers on one database, the first makes a brand's step and the others skip it. */
const stepLock = 4_171_925;

interface Step {
  now: Date;
  random: Random;
  /** Skips the step if anything in the brand changed within this time. */
  quietMs?: number;
}

async function moveOn({ writer, now }: World): Promise<SimulatedEvent | null> {
  const campaignId = await moveCampaign(writer, now);
  return campaignId === null ? null : { kind: 'campaign', campaignId };
}

/** Responses to the brand are tried first, then a random event. Repeated entries are more likely. */
const decisionResponders = [respondToDecision, publishRandomPost, moveOn];
const chances = [
  growViews,
  growViews,
  growViews,
  submitDueSubmission,
  submitDueSubmission,
  moveRandomOffer,
  moveRandomOffer,
  inviteRandomCreator,
];

/** Maximum brands per round. */
const maxBrands = 20;

/**
 * Makes one event happen for each brand with running campaigns, as its creators and the team would.
 * @returns the events by brand
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
  for (const { id } of shuffle(step.random, rows).slice(0, maxBrands)) {
    const event = await simulateStep(db, id, step);
    if (event !== null) happened.set(id, event);
  }
  return happened;
}

/**
 * Makes one event happen for a brand.
 * @returns the event; null if another server makes the step, the brand changed recently, or nothing can happen
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
    for (const happen of [...decisionResponders, first, ...chances]) {
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
