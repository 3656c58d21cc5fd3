import { and, count, gte, lte } from 'drizzle-orm';
import { offers } from '#server/database/tables/tables.ts';
import { isUnderReview } from '#server/services/moves/state/offers.ts';
import { postUrl } from '../brand/links.ts';
import { captionFor, mediaOf, posterOf, scenes, videoOf } from '../brand/offers/captions.ts';
import { after, minuteMs } from '../brand/times.ts';
import { pick } from '../random.ts';
import { type LiveOffer, liveOffers, type SimulatedEvent, simulateMove, type World } from './context.ts';

/** Delay before a creator responds to a decision, and the age up to which a decision gets a prompt response. */
const responseDelayMs = 20_000;
const promptMs = 15 * minuteMs;
/** Maximum submissions waiting for the brand, apart from responses to its decisions. */
const maxWaiting = 80;

/** A creator responds to a recent decision: with a new version if changes were requested, or with the link after an approval. */
export async function respondToDecision(world: World): Promise<SimulatedEvent | null> {
  const isDue = and(
    lte(offers.stageEnteredAt, after(world.now, -responseDelayMs)),
    gte(offers.stageEnteredAt, after(world.now, -promptMs)),
  );
  const decided = (await liveOffers(world, ['SUBMIT_EVIDENCE'], isDue)).filter(isResponse);
  // Users watch for a response to their newest decision.
  const next = decided.at(-1);
  return next ? submit(world, next) : null;
}

/** A creator makes a submission that was due anyway, mostly a first draft. */
export async function submitDueSubmission(world: World): Promise<SimulatedEvent | null> {
  const { writer } = world;
  const [waiting] = await writer.db.select({ count: count() }).from(offers).where(writer.own(offers, isUnderReview()));
  if ((waiting?.count ?? 0) >= maxWaiting) return null;
  const owing = (await liveOffers(world, ['SUBMIT_EVIDENCE'])).filter(({ isPerson }) => !isPerson);
  return owing.length > 0 ? submit(world, pick(world.random, owing.slice(0, 20))) : null;
}

const isResponse = ({ owed, isPerson }: LiveOffer) =>
  !isPerson && owed !== null && (owed.rejectedFulfillmentId !== null || owed.evidenceType === 'PUBLISHED_VIDEO_URL');

async function submit(world: World, { offer, creator, owed }: LiveOffer): Promise<SimulatedEvent | null> {
  if (owed === null) return null;
  const { random } = world;
  const isLink = owed.evidenceType === 'PUBLISHED_VIDEO_URL';
  const scene = pick(random, scenes);
  await simulateMove(
    world,
    offer.id,
    'creator',
    isLink
      ? { move: 'submit-link', input: { link: postUrl(random, creator) } }
      : {
          move: 'submit-draft',
          input: {
            ...{ video: videoOf(scene), posterUrl: posterOf(scene), caption: captionFor(random, scene) },
            media: mediaOf(scene),
          },
        },
  );
  const kind = owed.rejectedFulfillmentId !== null ? 'resubmitted' : isLink ? 'linked' : 'submitted';
  return { kind, campaignId: offer.campaignId, offerId: offer.id };
}
