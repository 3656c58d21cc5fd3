import { and, eq, lt } from 'drizzle-orm';
import type { BrandWriter } from '../../database/brand-scope.ts';
import { offers } from '../../database/tables.ts';
import type { CreatorSession } from './use-link.ts';

// What brands see of an offer has none of this, so its revision stays.

/** A move was made by a link: those before it open nothing any more. Reading doesn't count, for scanners of mails read. */
export async function noteLinkUse(writer: BrandWriter, { offerId, generation }: CreatorSession): Promise<void> {
  await writer.db
    .update(offers)
    .set({ linkSince: generation })
    .where(writer.own(offers, and(eq(offers.id, offerId), lt(offers.linkSince, generation))));
}
