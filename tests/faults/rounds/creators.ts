import { inArray } from 'drizzle-orm';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import { offerBadge } from '#domain/offers/offer-stage.ts';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { fulfillments } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { makeMove } from '#server/services/moves/make-move.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import type { AppServer } from '#tests/e2e/fixtures/server/app-server.ts';
import type { Effect } from './effects.ts';

/** An offer in a round, whose creator submits repeatedly. */
export interface RoundOffer {
  id: string;
  /** The creator's name as the screens show it. */
  creator: string;
}

export interface Creators {
  campaignId: string;
  offers: readonly RoundOffer[];
  /** Fulfillment of the content with this mark; undefined if it isn't from this round. */
  contentWith(mark: string): string | undefined;
  /** Submits what the creator owes, or replaces a pending submission; does nothing once the post is live. */
  submit(offer: RoundOffer): Promise<void>;
  /** Submissions currently awaiting the brand, from the database. */
  waiting(): Promise<{ offer: RoundOffer; fulfillmentId: string }[]>;
  /** Decisions that took effect, from the database. */
  applied(): Promise<Effect[]>;
  /** The expected badge of each offer, by offer id. */
  badges(): Promise<Map<string, string>>;
}

/** Each caption or link has such a mark, which identifies the content on screen. */
export const markPattern = /take-\d+/;

/** Marks so far, in all rounds and engines: a server accepts a link for one offer only, across all brands. */
let takes = 0;

function newMark(): string {
  takes += 1;
  return `take-${takes}`;
}

const names = ['Ada', 'Grace', 'Hedy', 'Katherine', 'Mary', 'Radia', 'Sophie', 'Vera'] as const;

/** Creates a campaign for this round, in which each offer awaits the brand. */
export async function inviteCreators(
  { db, given }: AppServer,
  { brandId, round, count }: { brandId: string; round: number; count: number },
): Promise<Creators> {
  const campaignId = await given.campaign(brandId, { name: `Round ${round}`, createdAt: new Date() });
  const marks = new Map<string, string>();
  const offers: RoundOffer[] = [];
  const draftWith = (mark: string) => ({
    video: '/media/demo/coffee.mp4',
    posterUrl: '/media/demo/coffee.webp',
    caption: `The spring roast, ${mark}`,
  });
  const linkWith = (mark: string) => `https://www.instagram.com/p/${mark}`;

  for (let index = 0; index < count; index += 1) {
    const [firstName, lastName] = [names[index % names.length] ?? '', `of round ${round}`];
    const creatorId = await given.creator(brandId, { firstName, lastName, platform: 'INSTAGRAM' });
    const id = await given.offer(brandId, campaignId, { creatorId, updatedAt: new Date() });
    offers.push({ id, creator: `${firstName} ${lastName}` });
    const fulfillmentId = newId('ful');
    const mark = newMark();
    marks.set(mark, fulfillmentId);
    const { video: fulfillment, ...content } = draftWith(mark);
    await given.submission(brandId, id, { ...content, fulfillment, id: fulfillmentId }, new Date());
  }

  const ids = offers.map(({ id }) => id);
  const scope = brandScope(db, brandId);
  return {
    campaignId,
    offers,
    contentWith: (mark) => marks.get(mark),
    async submit({ id }) {
      await writeBrand({ db, brandId }, async (writer) => {
        const { type, fulfillment } = (await readOffer(writer, id)).currentStage;
        if (fulfillment === null || (type !== 'SUBMIT_EVIDENCE' && type !== 'AWAITING_EVIDENCE_CLEARANCE')) return;
        const verb = type === 'SUBMIT_EVIDENCE' ? 'submit' : 'replace';
        const mark = newMark();
        const given: MoveWithInput =
          fulfillment.evidenceType === 'VIDEO_WITH_CAPTION'
            ? { move: `${verb}-draft`, input: draftWith(mark) }
            : { move: `${verb}-link`, input: { link: linkWith(mark) } };
        const { currentStage } = await makeMove(
          writer,
          { ...given, offerId: id, by: 'creator', now: new Date() },
          afterMove,
        );
        marks.set(mark, currentStage.fulfillment?.id ?? '');
      });
    },
    async waiting() {
      const all = await Promise.all(offers.map(async (offer) => ({ offer, is: await readOffer(scope, offer.id) })));
      return all.flatMap(({ offer, is: { currentStage } }) =>
        currentStage.type === 'AWAITING_EVIDENCE_CLEARANCE' && currentStage.fulfillment !== null
          ? [{ offer, fulfillmentId: currentStage.fulfillment.id }]
          : [],
      );
    },
    async applied() {
      const rows = await db
        .select()
        .from(fulfillments)
        .where(scope.own(fulfillments, inArray(fulfillments.offerId, ids)));
      return rows.flatMap(({ id, offerId, acceptedAt, rejectedAt }) =>
        (
          [
            [acceptedAt, 'approve'],
            [rejectedAt, 'reject'],
          ] as const
        ).flatMap(([at, decision]) =>
          at === null ? [] : [{ at: at.getTime(), offerId, fulfillmentId: id, decision }],
        ),
      );
    },
    async badges() {
      const all = await Promise.all(ids.map((id) => readOffer(scope, id)));
      return new Map(all.map((offer) => [offer.id, offerBadge(offer).label]));
    },
  };
}
