import { eq } from 'drizzle-orm';
import { offers } from '#server/database/tables/tables.ts';
import { settleNow } from '#server/services/campaigns/settle.ts';
import type { TestServer } from '../servers/server.ts';
import type { World } from '../servers/world.ts';

interface Earned {
  brandId: string;
  creatorId: string;
  feeCents: number;
}

/** An offer in an ended campaign that pays a fee, with an approved post. */
export async function withPost(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  given: World,
  { brandId, creatorId, feeCents }: Earned,
): Promise<{ offerId: string; campaignId: string; postId: string }> {
  const now = clock.now();
  const campaignId = await given.campaign(brandId, {
    ...{ name: 'Spring roast', campaignType: 'FLAT_FEE', feeCents, cpmBudgetCents: null },
    ...{ workerStatus: 'ENDED_SUCCESSFULLY', endedAt: now },
  });
  const offerId = await given.offer(brandId, campaignId, { creatorId });
  const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/1' } as const;
  await given.submission(brandId, offerId, { ...link, acceptedAt: now });
  await db.update(offers).set({ stageType: 'ONGOING' }).where(eq(offers.id, offerId));
  return { offerId, campaignId, postId: await given.post(brandId, offerId) };
}

/** Settles a campaign now. */
export async function settle({ db, clock }: Pick<TestServer, 'db' | 'clock'>, campaignId: string): Promise<void> {
  await settleNow({ db, now: clock.now }, { campaignId, countToday: true });
  clock.advance(1_000);
}

/** A creator earns a fee in a campaign that is settled now. @returns the offer's id */
export async function earnFee(server: Pick<TestServer, 'db' | 'clock'>, given: World, earned: Earned): Promise<string> {
  const { offerId, campaignId } = await withPost(server, given, earned);
  await settle(server, campaignId);
  return offerId;
}
