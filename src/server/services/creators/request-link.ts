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
 * Emails a new link to the creator's stored address, unless the provider has revoked the offer's links or they have
 * expired. Callers get a response before any of that is checked, so neither the response nor its timing reveals if an
 * email was sent.
 * @throws {ApiError} 401 for an invalid token, 429 after many requests from one network
 */
export async function requestLink(deps: Deps, token: string, address: string): Promise<void> {
  await countAttempt(deps.db, [{ subject: ['ask for link', networkOf(address)], max: 30 }], deps.now());
  const given = deps.links.read(token);
  if (given === null) throw unknownLink();
  deps.background.run(() => sendLink(deps, given));
}

type Params = NonNullable<ReturnType<CreatorLinks['read']>>;

async function sendLink({ db, now }: Deps, given: Params): Promise<void> {
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
 * Limits emails per link and day. Each working link has its own limit of three. Replaced links share one limit of
 * three, so the holder of an old link can't exhaust the newest link's.
 */
const mailsBy = ({ offerId, generation }: Params, { linkSince }: Pick<typeof offers.$inferSelect, 'linkSince'>) => ({
  subject: ['link by mail', offerId, generation < linkSince ? 'replaced' : String(generation)],
  max: 3,
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
