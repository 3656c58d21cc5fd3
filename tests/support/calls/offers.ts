import { eq } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import type { Offer } from '#contract/brand/offer.ts';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { offers } from '#server/database/tables/tables.ts';
import { type MoveOrder, makeMove } from '#server/services/moves/make-move.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import type { TestServer } from '../servers/server.ts';
import { type World, world } from '../servers/world.ts';
import { newKey } from './call.ts';

type Server = Pick<TestServer, 'db' | 'clock'>;

/** Creates an offer whose creator owes a draft or a link as of now. @returns its id */
export const owingOffer = (
  { db, clock }: Server,
  brandId: string,
  campaignId: string,
  columns: Parameters<World['offer']>[2] = {},
): Promise<string> =>
  world(db).offer(brandId, campaignId, { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: clock.now(), ...columns });

/** Makes a move on an offer now. */
export const moveNow = (
  { db, clock }: Pick<Server, 'db'> & { clock: Pick<Server['clock'], 'now'> },
  brandId: string,
  order: MoveWithInput & Pick<MoveOrder, 'offerId' | 'by' | 'seen'>,
): Promise<Offer> =>
  writeBrand({ db, brandId }, (writer) => makeMove(writer, { ...order, now: clock.now() }, afterMove));

/** Reads an offer's row; undefined if it is gone. */
export const offerRow = async (db: TestServer['db'], offerId: string) =>
  (await db.select().from(offers).where(eq(offers.id, offerId)))[0];

/** Creates an offer with a draft under review. @returns its id and that of the submission */
export async function offerInReview(
  { db }: Pick<TestServer, 'db'>,
  brandId: string,
  campaignId: string,
  fulfillment: Parameters<World['submission']>[2] = {},
  columns: Parameters<World['offer']>[2] = {},
): Promise<{ id: string; seen: string }> {
  const id = await world(db).offer(brandId, campaignId, columns);
  return { id, seen: await world(db).submission(brandId, id, fulfillment) };
}

/**
 * Creates an offer whose draft the brand has just approved. @returns its id, and those of the draft and of the owed
 * link
 */
export async function offerApproved(
  server: Server,
  brandId: string,
  campaignId: string,
  fulfillment: Parameters<World['submission']>[2] = {},
  columns: Parameters<World['offer']>[2] = {},
): Promise<{ id: string; draft: string; owed: string }> {
  const { id, seen: draft } = await offerInReview(server, brandId, campaignId, fulfillment, columns);
  const approved = await moveNow(server, brandId, { move: 'approve', input: {}, offerId: id, by: 'brand' });
  return { id, draft, owed: approved.currentStage.fulfillment?.id ?? '' };
}

/** Creates an offer that owes a post's link, with a new creator by default. @returns it, with its creator's token */
export async function owingLink(
  server: Server & Pick<TestServer, 'linkOf'>,
  brandId: string,
  platform: SocialPlatform,
  { username = `ada${newKey().toLowerCase()}`, ...of }: { username?: string; creatorId?: string } = {},
) {
  const given = world(server.db);
  const campaignId = await given.campaign(brandId, { asks: [] });
  const creatorId = of.creatorId ?? (await given.creator(brandId, { platform, username }));
  const offerId = await owingOffer(server, brandId, campaignId, { creatorId });
  return { offerId, creatorId, username, token: await server.linkOf(offerId) };
}
