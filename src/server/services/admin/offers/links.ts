import { and, asc, eq } from 'drizzle-orm';
import { type BrandWriter, brandWriter, notifyBrandWritten, writeBrand } from '#server/database/brand-scope.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { creators, offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { endLinks, replaceLink, reviveLink } from '#server/services/creators/link-generations.ts';
import { mailLink } from '#server/services/creators/mail-link.ts';
import { readLinkEnd } from '#server/services/creators/use-link.ts';
import type { AdminContext } from '../shared/brands.ts';

type OfferRow = typeof offers.$inferSelect;

async function findOffer({ db }: AdminContext, offerId: string): Promise<OfferRow> {
  const [offer] = await db.select().from(offers).where(eq(offers.id, offerId));
  if (offer === undefined) throw new CommandError(`There is no offer ${offerId}.`);
  return offer;
}

/**
 * Emails an offer's link to its creator again. If the links were revoked, creates a new one.
 * @throws {CommandError} for an offer that doesn't exist, whose creator's email isn't known, or that ended 30 days ago
 */
export async function sendLink(context: AdminContext, offerId: string): Promise<{ offerId: string; email: string }> {
  const { db, now } = context;
  const offer = await findOffer(context, offerId);
  const end = await readLinkEnd(db, offer);
  if (end !== null && end <= now())
    throw new CommandError('The offer ended more than 30 days ago, so its links no longer work.');
  return writeBrand({ db, brandId: offer.brandId }, async (writer) => {
    await reviveLink(writer, offerId);
    const email = await mailLink(writer, offerId, now());
    if (email === null) throw new CommandError('No creator has this account. Import the creator first.');
    return { offerId, email };
  });
}

/**
 * Revokes an offer's links at once; sending one again creates a new link. @throws {CommandError} for an offer that
 * doesn't exist
 */
export async function endLink(context: AdminContext, offerId: string): Promise<{ offerId: string }> {
  const { brandId } = await findOffer(context, offerId);
  await writeBrand({ db: context.db, brandId }, (writer) => endLinks(writer, offerId));
  return { offerId };
}

/**
 * Changes a creator's email. All links mailed to the old address are revoked at once. The new address gets a new link
 * for each offer that hasn't ended.
 * @throws {CommandError} if there is no such creator, or another has the email
 */
export async function changeCreatorEmail(
  { db, now }: AdminContext,
  { email: before, newEmail: email }: { email: string; newEmail: string },
): Promise<{ email: string; links: number }> {
  const links = await db.transaction(async (tx) => {
    const [creator] = await tx.select().from(creatorProfiles).where(eq(creatorProfiles.email, before)).for('update');
    if (creator === undefined) throw new CommandError(`No creator has the email ${before}.`);
    if (before === email) return 0;
    const [taken] = await tx.select().from(creatorProfiles).where(eq(creatorProfiles.email, email));
    if (taken !== undefined) throw new CommandError(`${email} belongs to another creator.`);
    await tx.update(creatorProfiles).set({ email }).where(eq(creatorProfiles.id, creator.id));
    const own = await tx
      .select({ offer: offers })
      .from(offers)
      .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
      .innerJoin(creatorAccounts, isSameAccount())
      .where(eq(creatorAccounts.creatorId, creator.id))
      .orderBy(asc(offers.brandId), asc(offers.id));
    let sent = 0;
    // Lock brands in the order of their ids to avoid deadlocks.
    const writers = new Map<string, BrandWriter>();
    for (const { offer } of own) {
      const writer = writers.get(offer.brandId) ?? (await brandWriter(tx, offer.brandId));
      writers.set(offer.brandId, writer);
      await replaceLink(writer, offer.id);
      if ((await readLinkEnd(tx, offer)) === null && (await mailLink(writer, offer.id, now())) !== null) sent += 1;
    }
    return sent;
  });
  notifyBrandWritten(db);
  return { email, links };
}
