import { and, eq } from 'drizzle-orm';
import type { Offer } from '#contract/brand/offer.ts';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import type { Signal } from '#domain/post-signals/signal.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { brands, offers, posts } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { creatorsOfOffers } from '#server/services/creators/creators-of-offers.ts';
import { readCreatorOffer } from '#server/services/creators/offer-view.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import { watchLinks, watchPath } from '#server/services/shared/timed-links.ts';
import { type EarningView, readEarningState, toEarningView } from '../holds/earning-state.ts';
import type { AdminContext } from '../shared/brands.ts';
import { readSignals } from '../signals/read-signals.ts';

/** An offer with the data needed to move it. */
export interface ShownOffer {
  /** Number of the last move, which identifies the state that was seen. */
  seen: number;
  offer: Offer;
  brand: { id: string; name: string; email: string };
  campaign: { id: string; name: string | null; campaignType: CreatorOffer['campaign']['campaignType'] };
  /** Null for an account without a known creator. */
  creator: { email: string; isBlocked: boolean } | null;
  history: CreatorOffer['history'];
  /** Time at which the offer expires unless the creator acts. */
  expiresAt: string | null;
  pay: CreatorOffer['pay'];
  caption: CreatorOffer['caption'];
  /** The address is included only while a package is due. */
  delivery: CreatorOffer['delivery'];
  submission: CreatorOffer['submission'];
  changes: CreatorOffer['changes'];
  draft: CreatorOffer['draft'];
  /** A link to the submitted video; null without a video, or if this process doesn't have the secret that signs links. */
  watch: { url: string; expiresAt: string } | null;
  post: CreatorOffer['post'];
  earning: EarningView;
  signals: Signal[];
}

interface Context extends AdminContext {
  sessionSecret(): string;
  publicUrl: string;
}

/** Returns an offer. @throws {CommandError} if there is no such offer */
export async function showOffer(context: Context, offerId: string): Promise<ShownOffer> {
  const { db, now } = context;
  const [row] = await db
    .select({ id: brands.id, name: brands.name, email: brands.email, campaignId: offers.campaignId })
    .from(offers)
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .where(eq(offers.id, offerId));
  if (row === undefined) throw new CommandError(`There is no offer ${offerId}.`);
  const { campaignId, ...brand } = row;
  const scope = brandScope(db, brand.id);
  const view = await readCreatorOffer(scope, offerId, now());
  const creator = (await creatorsOfOffers(scope, [offerId])).get(offerId);
  const signalled = await readSignals(db, and(eq(posts.brandId, brand.id), eq(posts.offerId, offerId)));
  const isPackageDue = view.stage.type === 'AWAITING_PACKAGE' && view.ended === null;
  return {
    seen: view.version,
    offer: await readOffer(scope, offerId),
    brand,
    campaign: { id: campaignId, name: view.campaign.name, campaignType: view.campaign.campaignType },
    creator: creator === undefined ? null : { email: creator.email, isBlocked: creator.blockedAt !== null },
    history: view.history,
    expiresAt: view.stage.expiresAt,
    pay: view.pay,
    caption: view.caption,
    delivery: view.delivery && { ...view.delivery, address: isPackageDue ? view.delivery.address : null },
    submission: view.submission,
    changes: view.changes,
    draft: view.draft,
    watch: watchOf(context, brand.id, view.submission),
    post: view.post,
    earning: toEarningView(await readEarningState(scope, offerId)),
    signals: signalled.flatMap(({ signals }) => signals),
  };
}

function watchOf(
  { sessionSecret, publicUrl, now }: Context,
  brandId: string,
  submission: CreatorOffer['submission'],
): ShownOffer['watch'] {
  // The demo's videos are public files of the app and need no link.
  if (submission?.videoUrl == null || !submission.videoUrl.includes('/files/')) return null;
  try {
    const { token, expiresAt } = watchLinks(sessionSecret()).make({ brandId, id: submission.id, now: now() });
    return { url: `${publicUrl}${watchPath}${token}`, expiresAt: expiresAt.toISOString() };
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}
