import type { Offer } from '#contract/brand/offer.ts';
import type { FuzzClient } from './client.ts';
import { commandOn, type Identities } from './identities.ts';
import { postAddress, randomCode } from './post-address.ts';
import type { Random } from './random.ts';

/** An offer that awaits the brand's decision, and the submission that the brand sees. */
export interface Review {
  id: string;
  seen: string;
}

/**
 * Offers under review for each decision. An offer with requested changes is submitted again for its creator, so that
 * one is always available for requesting changes; approved posts don't return.
 */
export async function createReviews(client: FuzzClient, { own }: Identities, dataDir: string) {
  const command = commandOn(dataDir);
  const path = '/brand/v1.0/offers?pageSize=100&offerStageType=AWAITING_EVIDENCE_CLEARANCE,SUBMIT_EVIDENCE';
  const { data } = await client.callAs<{ data: Offer[] }>(own, 'GET', path);
  const queues = { approve: [] as string[], 'request-changes': [] as string[] };
  let shown = 0;
  const share = (offers: readonly { id: string }[]) => {
    for (const { id } of offers) {
      if (Object.values(queues).some((queue) => queue.includes(id))) continue;
      shown += 1;
      queues[shown % 3 === 0 ? 'request-changes' : 'approve'].push(id);
    }
  };
  share(data);

  async function reviewOf(id: string, random: Random): Promise<Review | null> {
    const path = `/brand/v1.0/offers/${id}`;
    const offer = await client.callAs<Offer>(own, 'GET', path);
    const { type, fulfillment } = offer.currentStage;
    if (type === 'AWAITING_EVIDENCE_CLEARANCE' && fulfillment !== null) return { id, seen: fulfillment.id };
    const link = postAddress(offer.socialAccount, randomCode(random));
    if (type !== 'SUBMIT_EVIDENCE' || link === undefined) return null;
    // Drafts are files, so the command refuses them and their offers wait for a creator.
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
      const { data: more } = await client.callAs<{ data: Offer[] }>(own, 'GET', path);
      share(more);
      return null;
    },
  };
}
export type Reviews = Awaited<ReturnType<typeof createReviews>>;
