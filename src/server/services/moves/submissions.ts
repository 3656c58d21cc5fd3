import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { EvidenceType } from '#contract/offer.ts';
import { firstEvidence } from '#domain/offer-situation.ts';
import { type PostLink, postLink } from '#domain/post-link.ts';
import { checkPostLink } from '#domain/post-link-check.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { fulfillments, posts } from '#server/database/tables.ts';
import { newId } from '#server/ids.ts';
import { readOffer } from '../offers.ts';
import { accountOf } from '../post-links/account.ts';
import type { ToldPost } from '../post-links/look-up.ts';
import { MoveRefusedError } from './refused.ts';
import type { Standing } from './situations.ts';

type TryRow = typeof fulfillments.$inferSelect;
export type Content = Pick<TryRow, 'fulfillment'> &
  Partial<Pick<TryRow, 'caption' | 'posterUrl' | 'durationMs' | 'width' | 'height' | 'hasSound' | 'accountChecked'>>;

/** Notes something about a try. */
export async function noteTry(writer: BrandWriter, id: string, noted: Partial<TryRow>): Promise<void> {
  await writer.db
    .update(fulfillments)
    .set(noted)
    .where(writer.own(fulfillments, eq(fulfillments.id, id)));
}

/** Adds a try behind the others. @returns its id */
export async function addTry(
  { db, brandId }: BrandWriter,
  { offer, tries }: Standing,
  now: Date,
  given: Partial<TryRow> & { evidenceType: EvidenceType },
): Promise<string> {
  const id = newId('ful', now);
  const attempt = (tries.at(-1)?.attempt ?? 0) + 1;
  await db.insert(fulfillments).values({ ...given, brandId, id, offerId: offer.id, attempt });
  return id;
}

/** An offer that comes to its draft or link owes it: in the try that is open, or in another. @returns its id */
export async function oweFirst(writer: BrandWriter, standing: Standing, now: Date): Promise<string> {
  const last = standing.tries.at(-1);
  if (last !== undefined && last.submittedAt === null) return last.id;
  return addTry(writer, standing, now, { evidenceType: firstEvidence(standing.situation.campaign.steps) });
}

/**
 * The link of a post as it is stored, and that its platform named the account, where it did.
 * @throws {MoveRefusedError} for a link that can't be the offer's, or that another offer has
 */
export async function linkFor(
  writer: BrandWriter,
  { offer }: Standing,
  { input, told }: { input: { link: string }; told?: ToldPost | undefined },
): Promise<Content> {
  const refuse = async (message: string) => new MoveRefusedError(message, await readOffer(writer, offer.id), 'link');
  if (told !== undefined && told.problem !== null) throw await refuse(told.problem);
  const author = told?.author ?? null;
  const post = checkPostLink(told?.post.url ?? input.link, await accountOf(writer, offer.id), author);
  if (typeof post === 'string') throw await refuse(post);
  if (await isOfAnother(writer, offer.id, post)) {
    throw await refuse('Another offer has this post. Expected the link of a post of its own.');
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
