import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SocialPlatform } from '#contract/campaign.ts';
import { type PostLink, postLink } from '#domain/post-link.ts';
import { checkPostLink } from '#domain/post-link-check.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { creators, fulfillments, offers, posts } from '#server/database/tables.ts';
import { readOffer } from '../offers.ts';
import type { ToldPost } from '../post-links/look-up.ts';
import { MoveRefusedError } from './refused.ts';
import type { Standing, TryRow } from './situations.ts';

/**
 * The link of a post as it is stored, and that its platform named the account, where it did.
 * @throws {MoveRefusedError} for a link that can't be the offer's, or that another offer has
 */
export async function linkFor(
  writer: BrandWriter,
  { offer }: Standing,
  { input, told }: { input: { link: string }; told?: ToldPost | undefined },
): Promise<Pick<TryRow, 'fulfillment' | 'accountChecked'>> {
  const refuse = async (message: string) => new MoveRefusedError(message, await readOffer(writer, offer.id), 'link');
  if (told !== undefined && told.problem !== null) throw await refuse(told.problem);
  const author = told?.author ?? null;
  const post = checkPostLink(told?.post.url ?? input.link, await accountOf(writer, offer.id), author);
  if (typeof post === 'string') throw await refuse(post);
  if (await isOfAnother(writer, offer.id, post)) {
    throw await refuse('This post is already used for another offer. Please link a different post.');
  }
  return { fulfillment: post.url, accountChecked: author === null ? null : true };
}

/** True if another offer of the brand has the post: handed in, or counted. A post has several addresses, and one id. */
async function isOfAnother({ db, own }: BrandWriter, offerId: string, { platform, id }: PostLink): Promise<boolean> {
  const names = (address: PgColumn) => sql`strpos(${address}, ${id}) > 0`;
  const isLink = and(eq(fulfillments.evidenceType, 'PUBLISHED_VIDEO_URL'), isNull(fulfillments.rejectedAt));
  const handedIn = await db
    .select({ address: fulfillments.fulfillment })
    .from(fulfillments)
    .where(own(fulfillments, ne(fulfillments.offerId, offerId), isLink, names(fulfillments.fulfillment)));
  const counted = await db
    .select({ address: posts.finalPostUrl })
    .from(posts)
    .where(own(posts, ne(posts.offerId, offerId), names(posts.finalPostUrl)));
  return [...handedIn, ...counted].some(({ address }) => {
    const other = postLink(address ?? '');
    return other?.platform === platform && other.id === id;
  });
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
