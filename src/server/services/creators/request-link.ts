import { eq } from 'drizzle-orm';
import { ApiError } from '#server/api-error.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { offers } from '#server/database/tables.ts';
import { countAttempt } from '../attempts.ts';
import { networkOf } from '../network-of.ts';
import { addLink } from './link-generations.ts';
import type { CreatorLinks } from './links.ts';
import { mailLink } from './mail-link.ts';
import { linkEndOf, unknownLink } from './use-link.ts';

const dayMs = 86_400_000;

interface Deps {
  db: Database;
  links: CreatorLinks;
  now(): Date;
}

/**
 * Mails a new link to the creator's stored address, wherever the link that asks for it came from: three a day for an offer, and
 * none where the provider has ended the links or the offer's time is over. Who asks is told the same in each case.
 * @throws {ApiError} 401 for a token that never was ours, 429 for many requests from one network
 */
export async function requestLink({ db, links, now }: Deps, token: string, address: string): Promise<void> {
  const at = now();
  await countAttempt(db, [{ subject: ['ask for link', networkOf(address)], most: 30 }], at);
  const given = links.read(token);
  if (given === null) throw unknownLink();
  const [offer] = await db.select().from(offers).where(eq(offers.id, given.offerId));
  if (offer === undefined) return;
  const end = linkEndOf(offer);
  if (offer.linkSince > offer.linkGeneration || (end !== null && end <= at)) return;
  if (!(await isWithin(db, offer.id, at))) return;
  await writeBrand({ db, brandId: offer.brandId }, async (writer) => {
    await addLink(writer, offer.id);
    await mailLink(writer, offer.id, at);
  });
}

async function isWithin(db: Database, offerId: string, now: Date): Promise<boolean> {
  try {
    await countAttempt(db, [{ subject: ['link by mail', offerId], most: 3, windowMs: dayMs }], now);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
