import { eq } from 'drizzle-orm';
import type { Background } from '#server/background.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { offers } from '#server/database/tables/tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { countAttempt } from '../shared/attempts.ts';
import { networkOf } from '../shared/network-of.ts';
import { addLink } from './link-generations.ts';
import type { CreatorLinks } from './links.ts';
import { mailLink } from './mail-link.ts';
import { readLinkEnd, unknownLink } from './use-link.ts';

const dayMs = 86_400_000;

interface Deps {
  db: Database;
  links: CreatorLinks;
  background: Background;
  now(): Date;
}

/**
 * Mails a new link to the creator's stored address, wherever the link that asks for it came from: none where the provider has
 * ended the links or the offer's time is over. Callers are answered before any of that is looked at, so neither the answer nor
 * its time shows whether an email went out.
 * @throws {ApiError} 401 for a token that never was ours, 429 for many requests from one network
 */
export async function requestLink(deps: Deps, token: string, address: string): Promise<void> {
  await countAttempt(deps.db, [{ subject: ['ask for link', networkOf(address)], most: 30 }], deps.now());
  const given = deps.links.read(token);
  if (given === null) throw unknownLink();
  deps.background.run(() => sendLink(deps, given));
}

type Given = NonNullable<ReturnType<CreatorLinks['read']>>;

async function sendLink({ db, now }: Deps, given: Given): Promise<void> {
  const at = now();
  const [offer] = await db.select().from(offers).where(eq(offers.id, given.offerId));
  if (offer === undefined) return;
  const end = await readLinkEnd(db, offer);
  if (offer.linkSince > offer.linkGeneration || (end !== null && end <= at)) return;
  if (!(await isWithin(db, mailsBy(given, offer), at))) return;
  await writeBrand({ db, brandId: offer.brandId }, async (writer) => {
    await addLink(writer, offer.id);
    await mailLink(writer, offer.id, at);
  });
}

/**
 * Emails a day for a link. Each link that opens has three of its own. Replaced ones share three, so that a holder of an old link
 * can't use up those of the newest.
 */
const mailsBy = ({ offerId, generation }: Given, { linkSince }: Pick<typeof offers.$inferSelect, 'linkSince'>) => ({
  subject: ['link by mail', offerId, generation < linkSince ? 'replaced' : String(generation)],
  most: 3,
  windowMs: dayMs,
});

async function isWithin(db: Database, limit: ReturnType<typeof mailsBy>, now: Date): Promise<boolean> {
  try {
    await countAttempt(db, [limit], now);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
