import { and, eq } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/campaign.ts';
import type { Mover } from '#domain/offer-moves.ts';
import { type PostLink, postLink, postName } from '#domain/post-link.ts';
import { checkPostLink, readPostLink } from '#domain/post-link-check.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { creators, offers } from '#server/database/tables.ts';
import { readOffer } from '../offers.ts';
import type { ToldPost } from '../post-links/look-up.ts';
import { claimPosts, releasePost } from '../post-registry/claim.ts';
import { takenWords } from '../post-registry/holder-words.ts';
import { MoveRefusedError } from './refused.ts';
import type { Standing, TryRow } from './situations.ts';

/**
 * The link of a post as it is stored, and that its platform named the account, where it did.
 * @throws {MoveRefusedError} for a link that can't be the offer's, or that another offer has
 */
export async function linkFor(
  writer: BrandWriter,
  { offer }: Standing,
  { input, told, by, now }: { input: { link: string }; told?: ToldPost | undefined; by: Mover; now: Date },
): Promise<Pick<TryRow, 'fulfillment' | 'accountChecked'>> {
  const refuse = async (message: string) => new MoveRefusedError(message, await readOffer(writer, offer.id), 'link');
  if (told !== undefined && told.problem !== null) throw await refuse(told.problem);
  const author = told?.author ?? null;
  const account = await accountOf(writer, offer.id);
  const post = checkPostLink(told?.post.url ?? input.link, account, author);
  if (typeof post === 'string') throw await refuse(post);
  const typed = readPostLink(input.link, account.platform);
  const links: [PostLink, ...PostLink[]] =
    typeof typed === 'string' || postName(typed) === postName(post) ? [post] : [post, typed];
  await claimLink(writer, { offerId: offer.id, links, by, now });
  return { fulfillment: post.url, accountChecked: author === null ? null : true };
}

/**
 * Registers the post of a link for an offer, under every name that is known of it.
 * @throws {MoveRefusedError} where another offer has it, whichever brand's
 */
export async function claimLink(
  writer: BrandWriter,
  { offerId, links, by, now }: { offerId: string; links: readonly [PostLink, ...PostLink[]]; by: Mover; now: Date },
): Promise<void> {
  const [held] = await claimPosts(writer, [{ offerId, links }], now);
  if (held === undefined) return;
  throw new MoveRefusedError(await takenWords(writer.db, held, by), await readOffer(writer, offerId), 'link');
}

/** Gives up the post of a link that was sent back or replaced. */
export async function releaseLink(writer: BrandWriter, { offer, current }: Standing): Promise<void> {
  const isLink = current?.evidenceType === 'PUBLISHED_VIDEO_URL';
  const post = isLink ? postLink(current.fulfillment ?? '') : null;
  if (post !== null) await releasePost(writer, offer.id, post);
}

/** The account whose post an offer wants. @throws where there is no such offer */
export async function accountOf(
  { db, own }: BrandScope,
  offerId: string,
): Promise<{ platform: SocialPlatform; username: string }> {
  const [account] = await db
    .select({ platform: creators.platform, username: creators.username })
    .from(offers)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .where(own(offers, eq(offers.id, offerId)));
  if (account === undefined) throw new Error(`No account of offer ${offerId}`);
  return account;
}
