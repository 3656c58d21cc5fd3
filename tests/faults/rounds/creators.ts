import { eq, inArray, max } from 'drizzle-orm';
import { offerBadge } from '../../../src/domain/offer-stage.ts';
import { type BrandWriter, brandScope, writeBrand } from '../../../src/server/database/brand-scope.ts';
import { fulfillments } from '../../../src/server/database/tables.ts';
import { enterStage } from '../../../src/server/demo/simulation/context.ts';
import { newId } from '../../../src/server/ids.ts';
import { readOffer } from '../../../src/server/services/offers.ts';
import type { AppServer } from '../../e2e/fixtures/app-server.ts';
import type { Effect } from './effects.ts';

/** An offer of a round, whose creator submits again and again. */
export interface RoundOffer {
  id: string;
  /** The creator's name, as the screens show it. */
  creator: string;
}

export interface Creators {
  campaignId: string;
  offers: readonly RoundOffer[];
  /** The fulfillment of the content that shows this mark; undefined for none of this round's. */
  contentWith(mark: string): string | undefined;
  /** The creator submits what is owed, or replaces what waits for the brand; nothing once the post is up. */
  submit(offer: RoundOffer): Promise<void>;
  /** What waits for the brand now, as the database has it. */
  waiting(): Promise<{ offer: RoundOffer; fulfillmentId: string }[]>;
  /** Decisions that took effect, as the database has them. */
  applied(): Promise<Effect[]>;
  /** What each offer's badge has to say, by its id. */
  badges(): Promise<Map<string, string>>;
}

/** In each caption or link, so that a reader of the screen knows which content is shown. */
export const markPattern = /take-\d+-\d+-\d+/;

const names = ['Ada', 'Grace', 'Hedy', 'Katherine', 'Mary', 'Radia', 'Sophie', 'Vera'] as const;

/** A campaign of this round alone, each of whose offers waits for the brand. */
export async function inviteCreators(
  { db, given }: AppServer,
  { brandId, round, count }: { brandId: string; round: number; count: number },
): Promise<Creators> {
  const campaignId = await given.campaign(brandId, { name: `Round ${round}`, createdAt: new Date() });
  const marks = new Map<string, string>();
  const offers: RoundOffer[] = [];
  const contentOf = (
    evidenceType: 'VIDEO_WITH_CAPTION' | 'PUBLISHED_VIDEO_URL',
    fulfillmentId: string,
    index: number,
  ) => {
    const mark = `take-${round}-${index}-${marks.size + 1}`;
    marks.set(mark, fulfillmentId);
    return evidenceType === 'VIDEO_WITH_CAPTION'
      ? {
          fulfillment: '/media/demo/coffee.mp4',
          posterUrl: '/media/demo/coffee.webp',
          caption: `The spring roast, ${mark}`,
        }
      : { fulfillment: `https://posts.invalid/${mark}` };
  };

  for (let index = 0; index < count; index += 1) {
    const [firstName, lastName] = [names[index % names.length] ?? '', `of round ${round}`];
    const creatorId = await given.creator(brandId, { firstName, lastName, platform: 'INSTAGRAM' });
    const id = await given.offer(brandId, campaignId, { creatorId, updatedAt: new Date() });
    offers.push({ id, creator: `${firstName} ${lastName}` });
    const fulfillmentId = newId('ful');
    const content = contentOf('VIDEO_WITH_CAPTION', fulfillmentId, index);
    await given.submission(brandId, id, { ...content, id: fulfillmentId }, new Date());
  }

  /** The try that the creator fills in: the one that is owed, or another in place of the one that waits. */
  async function nextTry(writer: BrandWriter, offerId: string) {
    const { type, fulfillment } = (await readOffer(writer, offerId)).currentStage;
    if (fulfillment === null) return null;
    const { id, evidenceType } = fulfillment;
    if (type === 'SUBMIT_EVIDENCE') return { id, evidenceType };
    if (type !== 'AWAITING_EVIDENCE_CLEARANCE') return null;
    const ofOffer = writer.own(fulfillments, eq(fulfillments.offerId, offerId));
    const [row] = await writer.db
      .select({ last: max(fulfillments.attempt) })
      .from(fulfillments)
      .where(ofOffer);
    const another = { brandId, id: newId('ful'), offerId, attempt: (row?.last ?? 0) + 1, evidenceType };
    await writer.db.insert(fulfillments).values(another);
    return { id: another.id, evidenceType };
  }

  const ids = offers.map(({ id }) => id);
  const scope = brandScope(db, brandId);
  return {
    campaignId,
    offers,
    contentWith: (mark) => marks.get(mark),
    async submit({ id }) {
      await writeBrand({ db, brandId }, async (writer) => {
        const now = new Date();
        const owed = await nextTry(writer, id);
        if (owed === null) return;
        const content = contentOf(owed.evidenceType, owed.id, ids.indexOf(id));
        const isOwed = writer.own(fulfillments, eq(fulfillments.id, owed.id));
        await writer.db
          .update(fulfillments)
          .set({ ...content, submittedAt: now })
          .where(isOwed);
        const stage = { stageType: 'AWAITING_EVIDENCE_CLEARANCE', fulfillmentId: owed.id } as const;
        await enterStage({ writer, now, random: Math.random }, { id, campaignId }, stage);
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
