import { and, count, eq, inArray, not, notExists, sql } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { campaigns, creators, offers } from '#server/database/tables/tables.ts';
import { invite } from '#server/services/moves/invite.ts';
import { takesCreatorsRow } from '#server/services/moves/state/campaign-state.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { generateCreators } from '../brand/creators.ts';
import { pick } from '../random.ts';
import { isPerson, type SimulatedEvent, type World } from './context.ts';

/** Limits for pending and for all offers, so that a server which runs for months doesn't fill up. */
const maxOffered = 60;
const maxOffers = 1_500;

/** Invites one more creator to a campaign that still accepts creators. */
export async function inviteRandomCreator(world: World): Promise<SimulatedEvent | null> {
  const { writer, now, random } = world;
  const { db } = writer;
  const [counted] = await db
    .select({ all: count(), offered: sql`count(*) filter (where ${offers.stageType} = 'OFFERED')`.mapWith(Number) })
    .from(offers)
    .where(writer.own(offers));
  if (counted === undefined || counted.all >= maxOffers || counted.offered >= maxOffered) return null;
  const running = await db
    .select({ id: campaigns.id, platforms: campaigns.platforms })
    .from(campaigns)
    .where(writer.own(campaigns, takesCreatorsRow()))
    .orderBy(campaigns.id);
  if (running.length === 0) return null;
  const campaign = pick(random, running);
  const isNew = notExists(
    db
      .select({ one: sql`1` })
      .from(offers)
      .where(
        and(
          eq(offers.brandId, creators.brandId),
          eq(offers.creatorId, creators.id),
          eq(offers.campaignId, campaign.id),
        ),
      ),
  );
  const freeOnes = () =>
    db
      .select({ id: creators.id })
      .from(creators)
      .where(writer.own(creators, inArray(creators.platform, campaign.platforms), isNew, not(isPerson(writer))))
      .orderBy(creators.id)
      .limit(50);
  const known = await freeOnes();
  if (known.length === 0) await letCreatorsJoin(world, campaign.platforms);
  const free = known.length > 0 ? known : await freeOnes();
  if (free.length === 0) return null;
  const { id } = await invite(writer, { campaignId: campaign.id, creatorId: pick(random, free).id, now }, afterMove);
  return { kind: 'invited', campaignId: campaign.id, offerId: id };
}

/** Adds creators for a brand that is new, or has run out of creators to invite. */
async function letCreatorsJoin({ writer, now, random }: World, platforms: readonly SocialPlatform[]): Promise<void> {
  const counts = Object.fromEntries(platforms.map((platform) => [platform, 8]));
  const pools = generateCreators(random, { brandId: writer.brandId, at: now, counts });
  await writer.db
    .insert(creators)
    .values([...pools.values()].flat())
    .onConflictDoNothing();
}
