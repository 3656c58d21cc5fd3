import { and, eq } from 'drizzle-orm';
import type { Mover } from '#domain/offers/offer-moves.ts';
import { type PostLink, postLink, postName } from '#domain/posts/post-link.ts';
import { type Account, mayBeJoint, otherAccount, readPostLink } from '#domain/posts/post-link-check.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { creators, offers } from '#server/database/tables/tables.ts';
import { readFormerNames } from '#server/services/posts/account-names.ts';
import type { LookedUpPost } from '#server/services/posts/lookups/look-up.ts';
import { claimPosts, releasePost } from '#server/services/posts/registry/claim.ts';
import { takenText } from '#server/services/posts/registry/holder-text.ts';
import { readOffer } from '../state/offers.ts';
import { MoveRefusedError } from '../state/refused.ts';
import type { AttemptRow, OfferState } from '../state/situations.ts';

/**
 * Reads the post of a link and checks its account: `isChecked` is null if the link names no account. A joint post's
 * link may name its other author. The team has seen the post, so it can submit such a link anyway, and the brand sees
 * that the account wasn't checked.
 * @returns an error message if the post can't belong to the account
 */
export function submittedPost(
  link: string,
  { account, author = null, by }: { account: Account; author?: string | null; by: Mover },
): { post: PostLink; isChecked: boolean | null } | string {
  const post = readPostLink(link, account.platform);
  if (typeof post === 'string') return post;
  const other = otherAccount(post, account, author);
  if (other !== null) return by === 'provider' && mayBeJoint(post) ? { post, isChecked: false } : other;
  return { post, isChecked: (author ?? post.account) === null ? null : true };
}

/**
 * Returns the link as it is stored, and whether the link or its platform confirmed the account.
 * @throws {MoveRefusedError} for a link that can't belong to the offer, or that another offer has claimed
 */
export async function linkFor(
  writer: BrandWriter,
  { offer }: OfferState,
  { input, lookedUp, by, now }: { input: { link: string }; lookedUp?: LookedUpPost | undefined; by: Mover; now: Date },
): Promise<Pick<AttemptRow, 'fulfillment' | 'accountChecked'>> {
  const refuse = async (message: string) => new MoveRefusedError(message, await readOffer(writer, offer.id), 'link');
  if (lookedUp !== undefined && lookedUp.problem !== null) throw await refuse(lookedUp.problem);
  const account = await accountOf(writer, offer.id);
  const found = submittedPost(lookedUp?.post.url ?? input.link, { account, author: lookedUp?.author ?? null, by });
  if (typeof found === 'string') throw await refuse(found);
  const { post, isChecked } = found;
  const typed = readPostLink(input.link, account.platform);
  const links: [PostLink, ...PostLink[]] =
    typeof typed === 'string' || postName(typed) === postName(post) ? [post] : [post, typed];
  await claimLink(writer, { offerId: offer.id, links, by, now });
  return { fulfillment: post.url, accountChecked: isChecked };
}

/**
 * Registers a link's post for an offer, under all of its known names.
 * @throws {MoveRefusedError} if another offer of any brand has claimed the post
 */
export async function claimLink(
  writer: BrandWriter,
  { offerId, links, by, now }: { offerId: string; links: readonly [PostLink, ...PostLink[]]; by: Mover; now: Date },
): Promise<void> {
  const [held] = await claimPosts(writer, [{ offerId, links }], now);
  if (held === undefined) return;
  throw new MoveRefusedError(await takenText(writer.db, held, by), await readOffer(writer, offerId), 'link');
}

/** Releases the post of a link that was sent back or replaced. */
export async function releaseLink(writer: BrandWriter, { offer, current }: OfferState): Promise<void> {
  const isLink = current?.evidenceType === 'PUBLISHED_VIDEO_URL';
  const post = isLink ? postLink(current.fulfillment ?? '') : null;
  if (post !== null) await releasePost(writer, offer.id, post);
}

/** Returns the account that must publish an offer's post, with its former names. @throws if the offer doesn't exist */
export async function accountOf({ db, own }: BrandScope, offerId: string): Promise<Account> {
  const [account] = await db
    .select({ platform: creators.platform, username: creators.username })
    .from(offers)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .where(own(offers, eq(offers.id, offerId)));
  if (account === undefined) throw new Error(`No account of offer ${offerId}`);
  return { ...account, formerUsernames: await readFormerNames(db, account) };
}
