import { eq, sql } from 'drizzle-orm';
import { brandWriter } from '../../database/brand-scope.ts';
import { type Database, rowsOf } from '../../database/database.ts';
import { brands, offers, posts } from '../../database/tables.ts';
import { moveCampaign } from '../../services/campaign-life.ts';
import { demoLogin } from '../accounts.ts';
import { after } from '../brand/times.ts';
import { pick, type Random } from '../random.ts';
import type { SimulatedEvent, World } from './context.ts';
import { inviteOne } from './invitations.ts';
import { moveOne } from './moves.ts';
import { publishOne } from './publications.ts';
import { answerDecision, submitOne } from './submissions.ts';
import { growViews } from './views.ts';

/** Any fixed number: of servers that simulate on one database one makes a step, the others leave it to that one. */
const stepLock = 4_171_925;

interface Step {
  now: Date;
  random: Random;
  /** With something this new in the brand, whoever did it, there is no step. */
  quietMs?: number;
}

async function moveOn({ writer, now }: World): Promise<SimulatedEvent | null> {
  const campaignId = await moveCampaign(writer, now);
  return campaignId === null ? null : { kind: 'campaign', campaignId };
}

/** What answers the brand comes first, then a thing by chance: those named more often happen more often. */
const answers = [answerDecision, publishOne, moveOn];
const chances = [growViews, growViews, growViews, submitOne, submitOne, moveOne, moveOne, inviteOne];

/**
 * Lets one thing happen to the demo brand, as its creators would do it.
 * @returns what happened; null where there is no such brand, another server is at it, it is quiet or nothing can happen
 */
export function simulateStep(db: Database, { now, random, quietMs = 0 }: Step): Promise<SimulatedEvent | null> {
  return db.transaction(async (tx) => {
    const [lock] = await rowsOf<{ taken: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${stepLock}) as taken`);
    if (!lock?.taken) return null;
    const [brand] = await tx.select({ id: brands.id }).from(brands).where(eq(brands.email, demoLogin.email));
    if (brand === undefined) return null;
    if (quietMs > 0 && (await hasNews(tx, brand.id, after(now, -quietMs)))) return null;
    const world: World = { writer: await brandWriter(tx, brand.id), now, random };
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
