import type { Offer } from '../../src/contract/offer.ts';
import type { FuzzClient } from './client.ts';
import { commandOn, type Identities } from './identities.ts';
import type { Random } from './random.ts';

/** An offer that waits for the brand's decision, and the submission that the brand looks at. */
export interface Review {
  id: string;
  seen: string;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const addresses: Partial<Record<string, (code: string, username: string) => string>> = {
  INSTAGRAM: (code) => `https://www.instagram.com/reel/${code}/`,
  TIKTOK: (code, username) =>
    `https://www.tiktok.com/@${username}/video/7${[...code].map((letter) => letters.indexOf(letter) % 10).join('')}`,
  YOUTUBE: (code) => `https://www.youtube.com/shorts/${code}`,
};

/**
 * Offers under review for each decision. What has come back is submitted anew for its creator, so that there is always one
 * to ask changes of; approved posts don't come back.
 */
export async function createReviews(client: FuzzClient, { own }: Identities, dataDir: string) {
  const command = commandOn(dataDir);
  const path = '/brand/v1.0/offers?pageSize=100&offerStageType=AWAITING_EVIDENCE_CLEARANCE,SUBMIT_EVIDENCE';
  const { data } = await client.callAs<{ data: Offer[] }>(own, 'GET', path);
  const queues = { approve: [] as string[], 'request-changes': [] as string[] };
  for (const [index, { id }] of data.entries()) queues[index % 3 === 0 ? 'request-changes' : 'approve'].push(id);

  async function reviewOf(id: string, random: Random): Promise<Review | null> {
    const path = `/brand/v1.0/offers/${id}`;
    const offer = await client.callAs<Offer>(own, 'GET', path);
    const { type, fulfillment } = offer.currentStage;
    if (type === 'AWAITING_EVIDENCE_CLEARANCE' && fulfillment !== null) return { id, seen: fulfillment.id };
    const { platform, username } = offer.socialAccount;
    const code = Array.from({ length: 11 }, () => letters[random.below(letters.length)]).join('');
    const link = addresses[platform]?.(code, username);
    if (type !== 'SUBMIT_EVIDENCE' || link === undefined) return null;
    // Drafts are files: these are refused, and their offers wait for a creator.
    const submitted = command('move-offer', { offerId: id, move: 'submit-link', input: { link } }) as Promise<{
      offer: Offer;
    }>;
    return submitted.then(
      ({ offer: { currentStage } }) => ({ id, seen: currentStage.fulfillment?.id ?? '' }),
      () => null,
    );
  }
  return {
    async next(decision: keyof typeof queues, random: Random): Promise<Review | null> {
      const queue = queues[decision];
      for (let tries = Math.min(queue.length, 3); tries > 0; tries -= 1) {
        const id = queue.shift() as string;
        queue.push(id);
        const review = await reviewOf(id, random).catch(() => null);
        if (review !== null) return review;
      }
      return null;
    },
  };
}
export type Reviews = Awaited<ReturnType<typeof createReviews>>;
